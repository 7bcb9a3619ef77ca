import { COMMANDS } from "../interface/commands.ts";
import { BATCH_FLAGS } from "./batch/arguments.ts";
import { type Command, flagName } from "./command.ts";
import { COMMON_FLAGS } from "./common-flags.ts";

/** The words that are no operations of the service. */
const OTHER_COMMANDS = ["batch", "help", "completion"];

const commandNames = [...COMMANDS.map(({ name }) => name), ...OTHER_COMMANDS].join(" ");

const flagsOf = ({ flags }: Command): string[] => [...flags.map(flagName), ...COMMON_FLAGS.map(({ flag }) => flag)];

/** The flags that take one of a few values: `command:flag` and the values. */
const choices = (): [string, readonly string[]][] =>
  COMMANDS.flatMap((command) =>
    command.flags.flatMap((flag): [string, readonly string[]][] =>
      flag.values ? [[`${command.name}:--${flagName(flag)}`, flag.values]] : [],
    ),
  );

const FUNCTION = `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "@COMMANDS@" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}:$previous" in
@CHOICES@
    help:help) words="@COMMANDS@ flags" ;;
    completion:completion) words="bash zsh" ;;
    *:-o|*:--output|*:--out-dir|*:--out) return ;;
  esac
  if [ -z "$words" ] && [ "\${current#-}" != "$current" ]; then
    case "\${COMP_WORDS[1]}" in
@FLAGS@
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi`;

const completionFunction = (): string =>
  FUNCTION.replaceAll("@COMMANDS@", commandNames)
    .replace(
      "@CHOICES@",
      choices()
        .map(([when, values]) => `    ${when}) words="${values.join(" ")}" ;;`)
        .join("\n"),
    )
    .replace(
      "@FLAGS@",
      [
        ...COMMANDS.map((command) => [command.name, flagsOf(command)] as const),
        ["batch", BATCH_FLAGS.map(({ flag }) => flag)] as const,
      ]
        .map(([name, flags]) => `      ${name}) words="${flags.map((flag) => `--${flag}`).join(" ")}" ;;`)
        .join("\n"),
    );

const bash = () => `_platen() {
  COMPREPLY=()
${completionFunction()}
}
complete -o default -F _platen platen
`;

/** Zsh understands what is written for bash after \`bashcompinit\`. */
const zsh = () => `#compdef platen
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash()}`;

/** The scripts that complete the commands and flags of the program, by shell. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = { bash, zsh };
