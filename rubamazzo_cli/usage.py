"""Click's commands, speaking the player's language: their help, and what is said of wrong usage."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

import click

from .console import Console
from .i18n import N_, Language
from .lines import NO_BREAK, shown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_PIECES = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."))
_WORD = re.compile("[A-Z]+")
"""What an argument is called, as in `[RECORD ...]`."""


class Speaking(click.Command):
    """A command whose help is in the player's language."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help, explained like the others and printed like everything else."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Show this help and leave."
            option.callback = _show_help
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line of the help."""
        language = speech(ctx)
        pieces = [_in_words(piece, language) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{language.gettext('Usage:')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(speech(ctx).gettext(part) for part in help_parts(self)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What each option does."""
        _ = speech(ctx).gettext
        rows = []
        for option in options_of(self, ctx):
            record = option.get_help_record(ctx)
            if record is not None:
                name = record[0]
                if option.metavar:
                    name = name.removesuffix(option.metavar) + _(option.metavar)
                rows.append((name, _(option.help or "")))
        with formatter.section(_("Options:").rstrip(f":{NO_BREAK}")):
            formatter.write_dl(rows, col_max=_names_column(formatter))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The options a shell may complete a word to, explained in the player's language."""
        items = click.Command.shell_complete(self, ctx, incomplete)
        for item in items:
            item.help = speech(ctx).gettext(item.help) if item.help else None
        return items


class Command(Speaking):
    """A command of the program."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; none may be left over."""
        ctx.allow_extra_args = True
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            _ = speech(ctx).gettext
            sentence = _("{word} is one word too many for {command}.")
            raise click.UsageError(sentence.format(word=shown(ctx.args[0]), command=ctx.command_path), ctx)
        return ctx.args


class Group(Speaking, click.Group):
    """The program: its commands by name; options alone are those of `play`."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the first word, a command's name, unless help is asked for or options stand alone."""
        own = {name: option for option in options_of(self, ctx) for name in option.opts}
        about_itself = {"-h", "--help", "-V", "--version"}
        at = 0
        while at < len(args) and (option := own.get(args[at].partition("=")[0])):
            if args[at] in about_itself:
                return super().parse_args(ctx, args)
            at += 1 if option.is_flag or "=" in args[at] else 2
        if args[at].startswith("-") if at < len(args) else not ctx.resilient_parsing:
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command a word names."""
        if self.get_command(ctx, args[0]) is None:
            if ctx.resilient_parsing:  # a shell asks, and is told nothing
                return None, None, []
            _ = speech(ctx).gettext
            sentence = _("There is no command {word}. The commands are: {commands}.")
            commands = ", ".join(self.list_commands(ctx))
            raise click.UsageError(sentence.format(word=shown(args[0]), commands=commands), ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order they are written, most used first."""
        return list(self.commands)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell may complete the first word to: commands, our options, and those of `play`."""
        from click.shell_completion import CompletionItem

        play = click.Context(self.commands["play"], parent=ctx)
        options = super().shell_complete(ctx, incomplete) + play.command.shell_complete(play, incomplete)
        commands = [
            CompletionItem(name, help=speech(ctx).gettext(help_parts(command)[0]))
            for name, command in self.commands.items()
            if name.startswith(incomplete)
        ]
        return commands + list({item.value: item for item in options}.values())

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What each option and command does."""
        super().format_options(ctx, formatter)
        _ = speech(ctx).gettext
        rows = [(name, _(help_parts(command)[0])) for name, command in self.commands.items()]
        with formatter.section(_("Commands:").rstrip(f":{NO_BREAK}")):
            formatter.write_dl(rows, col_max=_names_column(formatter))


def _names_column(formatter: click.HelpFormatter) -> int:
    """The columns for the names of options and commands; on a narrow screen what they do stands below them."""
    return 30 if formatter.width >= 60 else 4


def _in_words(piece: str, language: Language) -> str:
    """A piece of a usage line in this language: a whole one, or the words in capitals of an argument."""
    if piece in _PIECES:
        return language.gettext(piece)
    return _WORD.sub(lambda word: language.gettext(word[0]), piece)


def speech(ctx: click.Context) -> Language:
    """The language of the console a command runs at."""
    console: Console = ctx.obj
    return console.language


def _show_help(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        console: Console = ctx.obj
        console.write(ctx.get_help().replace(NO_BREAK, " ") + "\n")
        ctx.exit()


def options_of(command: click.Command, ctx: click.Context) -> list[click.Option]:
    """The options of a command, --help among them."""
    return [option for option in command.get_params(ctx) if isinstance(option, click.Option)]


def help_parts(command: click.Command) -> list[str]:
    """The paragraphs of a command's help, each on one line, as catalogues have them."""
    return [" ".join(part.split()) for part in inspect.cleandoc(command.help or "").split("\n\n")]


def sentences(program: click.Group) -> list[str]:
    """Every sentence of the help of all commands and options, for the catalogues."""
    found: dict[str, None] = {}
    for command in (program, *program.commands.values()):
        found |= dict.fromkeys(help_parts(command))
        for option in options_of(command, click.Context(command)):
            found |= dict.fromkeys(text for text in (option.help, option.metavar) if text)
        for argument in command.params:
            if isinstance(argument, click.Argument):
                found |= dict.fromkeys(_WORD.findall(argument.metavar or ""))
    return list(found)


def wrong_usage(error: click.ClickException, language: Language) -> str:
    """What is wrong with how a command was called, in a sentence of this language."""
    _ = language.gettext
    match error:
        case click.NoSuchOption(option_name=option):
            return _("There is no option {option}.").format(option=option)
        case click.BadOptionUsage(option_name=option):
            if "requires" in error.message:
                return _("The option {option} needs a value after it.").format(option=option)
            return _("The option {option} takes no value.").format(option=option)
        case click.MissingParameter(param=click.Parameter() as parameter):
            name = parameter.make_metavar(click.Context(click.Command("")))
            return _("{name} is missing.").format(name=_in_words(name, language))
    return error.format_message()
