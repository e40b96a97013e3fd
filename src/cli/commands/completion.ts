import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { type Shell, SHELLS } from '../declare/value-names.ts';
import { writeJson } from '../output/write-json.ts';

// The scripts of `roundsman completion`. They know nothing themselves: at each Tab they ask `roundsman __complete`, so
// they need not be made again when commands change. Pure.

export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

/** Written with `@{` for the shell's own `${`, which a template of ours would fill in. */
const BASH = String.raw`# Completion of roundsman for bash. Install it once, for every new shell:
#   mkdir -p ~/.local/share/bash-completion/completions
#   roundsman completion bash > ~/.local/share/bash-completion/completions/roundsman
# Without the package bash-completion, put this line into ~/.bashrc instead:
#   eval "$(roundsman completion bash)"
_roundsman_complete() {
  local program=$1 line=@{COMP_LINE:0:COMP_POINT} answer directive word value sign cut prefix=''
  COMPREPLY=()
  case $program in '~/'*) program=$HOME/@{program#??} ;; esac
  answer=$("$program" __complete line "$line" 2>/dev/null) || return 0
  directive=@{answer##*:}
  case $directive in
    files | folders)
      # readline completes paths better than we could; bash 3 has no compopt.
      if ! compopt -o "@{directive/files/default}" 2>/dev/null; then
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$2")
      fi
      return 0
      ;;
    nospace) compopt -o nospace 2>/dev/null ;;
  esac
  # bash takes "a=b" and "a:b" for several words, and wants only what comes after the last sign.
  word=@{line##*[[:space:]]}
  if [[ $word != [\'\"]* ]]; then
    for sign in = :; do
      [[ $COMP_WORDBREAKS == *"$sign"* && $word == *"$sign"* ]] || continue
      cut=@{word%"@{word##*"$sign"}"}
      if ((@{#cut} > @{#prefix})); then prefix=$cut; fi
    done
  fi
  while IFS=$'\t' read -r value _; do
    [[ $value == :* ]] || COMPREPLY+=("@{value#"$prefix"}")
  done <<<"$answer"
}
complete -F _roundsman_complete roundsman
`;

const ZSH = String.raw`#compdef roundsman
# Completion of roundsman for zsh. Install it once, for every new shell:
#   mkdir -p ~/.zfunc && roundsman completion zsh > ~/.zfunc/_roundsman
# with these lines in ~/.zshrc (they are there already where other tools use the folder):
#   fpath+=~/.zfunc
#   autoload -Uz compinit && compinit
_roundsman() {
  local -a lines values shown extra
  local directive line value
  lines=("@{(@f)$("@{(Q)words[1]}" __complete words "@{(@Q)words[2,CURRENT-1]}" "@{(Q)PREFIX}" 2>/dev/null)}")
  directive=@{lines[-1]}
  case $directive in
    :files) _files; return ;;
    :folders) _files -/; return ;;
    :nospace) extra=(-S '') ;;
    :words) ;;
    *) return 1 ;;
  esac
  for line in "@{(@)lines[1,-2]}"; do
    value=@{line%%$'\t'*}
    values+=("$value")
    if [[ $line == *$'\t'* ]]; then
      shown+=("@{(r:24:)value}  @{line#*$'\t'}")
    else
      shown+=("$value")
    fi
  done
  compadd "@{extra[@]}" -l -d shown -a values
}
if [[ $funcstack[1] == _roundsman ]]; then
  _roundsman "$@"
elif (( $+functions[compdef] )); then
  compdef _roundsman roundsman
fi
`;

const FISH = String.raw`# Completion of roundsman for fish. Install it once, for every new shell:
#   mkdir -p ~/.config/fish/completions
#   roundsman completion fish > ~/.config/fish/completions/roundsman.fish
function __roundsman_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l lines ($program __complete words $words "$current" 2>/dev/null)
    or return
    set -l directive $lines[-1]
    set -e lines[-1]
    switch "$directive"
        case ':files'
            __fish_complete_path "$current"
        case ':folders'
            __fish_complete_directories "$current"
        case '*'
            for line in $lines
                echo $line
            end
    end
end
complete -c roundsman -f -a '(__roundsman_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH.replaceAll('@{', '${'),
  zsh: ZSH.replaceAll('@{', '${'),
  fish: FISH,
};

export async function completionCommand({ json, terminal, words }: CommandCall): Promise<number> {
  const asked = words[0] ?? '';
  const shell = SHELLS.find((one) => one === asked);
  if (shell === undefined) throw unknownShell(asked);
  const script = completionScript(shell);
  if (json) writeJson(terminal, { shell, script });
  else terminal.out(script);
  return 0;
}

function unknownShell(asked: string): AppError {
  return new AppError('usage', {
    code: 'unknown-shell',
    message: `there is no completion for "${oneLine(asked, 60)}"`,
    hint: `There is one for: ${SHELLS.join(', ')}.`,
  });
}
