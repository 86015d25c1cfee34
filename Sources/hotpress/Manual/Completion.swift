import Platform

/// What a shell needs to complete `hotpress`, written from the commands' own grammars.
enum Completion: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static var commands: [any Subcommand.Type] { Dispatcher.commands }

    /// Words that stand where an argument does: `check|show|defaults`.
    private static func words(of command: any Subcommand.Type) -> [String] {
        let synopsis = command.grammar.arguments.synopsis
        let words = synopsis.split(separator: "|").map(String.init)
        if command.name == HelpCommand.name { return commands.map { $0.name } }
        return words.count > 1 && words.allSatisfy({ $0.allSatisfy(\.isLowercase) }) ? words : []
    }

    private static func options(of command: any Subcommand.Type) -> [OptionGrammar.Option] {
        command.grammar.options + [OptionGrammar.Option("help", short: "h", .flag, help: "Show this help")]
    }

    // MARK: bash

    private static var bashScript: String {
        let cases = commands.map { command in
            let options = options(of: command).map { "--\($0.name)" + ($0.valueName == nil ? "" : "=") }
            return "        \(command.name)) options='\(options.joined(separator: " "))'; words='"
                + "\(words(of: command).joined(separator: " "))' ;;"
        }
        return """
            # bash completion of hotpress(1).
            _hotpress() {
                local current=${COMP_WORDS[COMP_CWORD]} options= words=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    mapfile -t COMPREPLY < <(compgen -W '\(commands.map { $0.name }.joined(separator: " ")) --help --version' -- "$current")
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $current in
                    -*)
                        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
                        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
                        ;;
                    *)
                        if [ -n "$words" ]; then
                            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                        else
                            compopt -o filenames
                            mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        fi
                        ;;
                esac
            }
            complete -F _hotpress hotpress

            """
    }

    // MARK: zsh

    private static var zshScript: String {
        let names = commands.map { "        '\($0.name):\(quoted($0.grammar.summary))'" }
        let cases = commands.map { command in
            let options = options(of: command).map { option in
                let value = option.valueName.map { ":\($0):_files" } ?? ""
                return "'--\(option.name)\(value.isEmpty ? "" : "=")[\(quoted(option.help))]\(value)'"
            }
            let words = words(of: command)
            let rest = words.isEmpty ? "'*:file:_files'" : "'1:what:(\(words.joined(separator: " ")))'"
            return "        \(command.name)) _arguments \((options + [rest]).joined(separator: " ")) ;;"
        }
        return """
            #compdef hotpress
            # zsh completion of hotpress(1).
            _hotpress() {
                local -a commands
                commands=(
            \(names.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _hotpress "$@"

            """
    }

    /// Within single quotes, and within the brackets of _arguments.
    private static func quoted(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }

    // MARK: fish

    private static var fishScript: String {
        var lines = ["# fish completion of hotpress(1)."]
        for command in commands {
            lines.append(
                "complete -c hotpress -n __fish_use_subcommand -f -a \(command.name) -d '\(plain(command.grammar.summary))'"
            )
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for option in options(of: command) {
                let short = option.short.map { " -s \($0)" } ?? ""
                let value = option.valueName == nil ? "" : " -r"
                lines.append(
                    "complete -c hotpress \(condition)\(short) -l \(option.name)\(value) -d '\(plain(option.help))'")
            }
            let words = words(of: command)
            if !words.isEmpty {
                lines.append("complete -c hotpress \(condition) -f -a '\(words.joined(separator: " "))'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func plain(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
