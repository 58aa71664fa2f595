"""Click's commands, speaking the player's language: their help, and what is said of wrong usage."""

from __future__ import annotations

import inspect

import click

from .console import Console
from .i18n import N_, Language


class Command(click.Command):
    """A command whose help is in the player's language."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; none may be left over."""
        ctx.allow_extra_args = True
        super().parse_args(ctx, args)
        if ctx.args:
            _ = speech(ctx).gettext
            sentence = _("{word} is one word too many for {command}.")
            raise click.UsageError(sentence.format(word=ctx.args[0], command=ctx.command_path), ctx)
        return ctx.args

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help, explained like the others."""
        return _explained(super().get_help_option(ctx))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line of the help."""
        _format_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        _format_help_text(self, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What each option does."""
        _format_options(self, ctx, formatter)


class Group(click.Group):
    """The program: its commands by name; options alone are those of `play`."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the first word, which is a command's name or an option."""
        own = [name for option in self.get_params(ctx) for name in option.opts]
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command a word names."""
        if self.get_command(ctx, args[0]) is None:
            _ = speech(ctx).gettext
            sentence = _("There is no command {word}. The commands are: {commands}.")
            commands = ", ".join(self.list_commands(ctx))
            raise click.UsageError(sentence.format(word=args[0], commands=commands), ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order they are written, most used first."""
        return list(self.commands)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help, explained like the others."""
        return _explained(super().get_help_option(ctx))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line of the help."""
        _format_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is."""
        _format_help_text(self, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What each option and command does."""
        _format_options(self, ctx, formatter)
        _ = speech(ctx).gettext
        rows = [(name, _(_first_sentence(command))) for name, command in self.commands.items()]
        with formatter.section(_("Commands")):
            formatter.write_dl(rows)


_USAGE_PIECES = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."))


def speech(ctx: click.Context) -> Language:
    """The language of the console a command runs at."""
    console: Console = ctx.obj
    return console.language


def _explained(option: click.Option | None) -> click.Option | None:
    if option is not None:
        option.help = "Show this help and leave."
    return option


def _format_usage(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    _ = speech(ctx).gettext
    pieces = " ".join(command.collect_usage_pieces(ctx))
    for piece in _USAGE_PIECES:
        pieces = pieces.replace(piece, _(piece))
    formatter.write_usage(ctx.command_path, pieces, prefix=f"{_('Usage:')} ")


def _format_help_text(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("\n\n".join(speech(ctx).gettext(part) for part in help_parts(command)))


def _format_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    _ = speech(ctx).gettext
    rows = []
    for option in command.get_params(ctx):
        record = option.get_help_record(ctx)
        if record is not None and isinstance(option, click.Option):
            rows.append((record[0], _(option.help or "")))
    with formatter.section(_("Options")):
        formatter.write_dl(rows)


def help_parts(command: click.Command) -> list[str]:
    """The paragraphs of a command's help, each on one line, as catalogues have them."""
    return [" ".join(part.split()) for part in inspect.cleandoc(command.help or "").split("\n\n")]


def _first_sentence(command: click.Command) -> str:
    return help_parts(command)[0]


def sentences(program: click.Group) -> list[str]:
    """Every sentence of the help of all commands and options, for the catalogues."""
    found: dict[str, None] = {}
    for command in (program, *program.commands.values()):
        found |= dict.fromkeys(help_parts(command))
        context = click.Context(command)
        for option in command.get_params(context):
            if isinstance(option, click.Option) and option.help:
                found[option.help] = None
    return list(found)


def wrong_usage(error: click.ClickException, language: Language) -> str:
    """What is wrong with how a command was called, in a sentence of this language."""
    _ = language.gettext
    match error:
        case click.NoSuchOption(option_name=option):
            return _("There is no option {option}.").format(option=option)
        case click.BadOptionUsage(option_name=option):
            return _("The option {option} needs a value, or takes none.").format(option=option)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return _("{name} is missing.").format(name=parameter.make_metavar(click.Context(click.Command(""))))
    return error.format_message()
