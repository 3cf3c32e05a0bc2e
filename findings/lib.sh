# Sourced by the scripts of this folder: a temporary folder with pinned packages and the run of the embedded program.
#   need_python 3.12 PACKAGE==VERSION ...   sets $work and $py; ends with 77 where Python is too old or a package cannot be had
#   also NAME [pip options] PACKAGE ...     further packages in a folder of their own, $work/NAME
#   check <<'EOF' ... EOF                   runs the program on standard input; its exit status is the script's
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

need_python() {
    local least=$1 candidate
    shift
    py=
    for candidate in ${PYTHON:-} python3 python3.12 python3.13 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python; do
        if "$candidate" -c "import sys, pip; sys.exit(sys.version_info[:2] < (${least/./, }))" 2>/dev/null; then
            py=$candidate
            break
        fi
    done
    if [ -z "$py" ]; then
        echo "skipped: no Python $least or later with pip (set PYTHON)"
        exit 77
    fi
    if ! "$py" -m pip install --quiet --disable-pip-version-check --no-compile --root-user-action=ignore \
        --target "$work/site" "$@" >"$work/pip.log" 2>&1; then
        tail -n 3 "$work/pip.log"
        echo "skipped: cannot install $*"
        exit 77
    fi
}

also() {
    "$py" -m pip install --quiet --disable-pip-version-check --no-compile --root-user-action=ignore --target "$work/$1" "${@:2}" \
        >"$work/pip.log" 2>&1 || { tail -n 3 "$work/pip.log"; echo "skipped: cannot install ${*:2}"; exit 77; }
}

check() {
    # said(program, folders...): the last line that a program writes with the packages of these folders, the first before the others.
    cat >"$work/said.py" <<'EOF'
import os, subprocess, sys

work = os.path.dirname(__file__)


def said(program, *folders):
    paths = os.pathsep.join(os.path.join(work, folder) for folder in folders)
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True,
                          env=dict(os.environ, PYTHONPATH=paths), cwd=work)
    return (done.stdout.strip() or done.stderr.strip()).splitlines()[-1]
EOF
    cat >"$work/seen.py"
    cd "$work"
    # Only the pinned packages, no settings and no build folders of the caller.
    env -u PYTHONHOME PYTHONPATH="$work/site" PYTHONDONTWRITEBYTECODE=1 PYTHONNOUSERSITE=1 HOME="$work" \
        PATH="$work/site/bin:$PATH" "$py" -W ignore "$work/seen.py"
}
