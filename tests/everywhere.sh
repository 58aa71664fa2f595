#!/usr/bin/env bash
# The whole suite in every surrounding it must hold in, one after another; for a long night.
#
#     tests/everywhere.sh [ARGUMENTS OF PYTEST]
#
# Started by root it does the same as an ordinary user too (USER_TOO, nobody unless set), in a copy that
# user owns; PYTHON is the interpreter that has the libraries, .venv/bin/python unless set. Prints a line
# for each surrounding, and of a suite that fails all it says; status 1 if any did.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2

python=${PYTHON:-$PWD/.venv/bin/python}
user=${USER_TOO:-nobody}
everything="NO_COLOR=1 FORCE_COLOR=1 TERM=dumb COLUMNS=40 LANG=it_IT.UTF-8 PYTHONHASHSEED=random"
status=0

try() { # NAME COMMAND...: run it, and say how it went
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "$name: $(tail -n 1 <<<"$said")"
    else
        printf '%s\n%s: FAILED\n' "$said" "$name"
        status=1
    fi
}

everywhere() { # WHO PREFIX...: the suite in each surrounding, after a prefix that makes one somebody
    local who=$1 surrounding
    shift
    for surrounding in $everything "$everything"; do
        # shellcheck disable=SC2086 # the variables are words of their own
        try "$who, $surrounding" "$@" env $surrounding PYTHONPATH=. "$python" -m pytest --color=no "${arguments[@]}"
    done
}

arguments=("$@")
everywhere "$(id -un)"
if [ "$(id -u)" = 0 ]; then
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    mkdir "$copy/home"
    cp -R .gitignore README.md pyproject.toml rubamazzo_cli tests transcripts "$copy"
    chown -R "$user" "$copy"
    cd "$copy" || exit 2
    as_user=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups env HOME="$copy/home")
    "${as_user[@]}" "$python" -c "" || { echo "$user may not run $python: name another one in PYTHON"; exit 2; }
    everywhere "$user" "${as_user[@]}"
fi
exit $status
