# complete.zsh FOLDER WORDS: what an interactive zsh makes of WORDS and the tab key, with the completions of FOLDER.
zmodload zsh/zpty
zpty asked "zsh -f -i"
zpty -w asked "PS1=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
zpty -w asked "show() { print -r -- \"<\$BUFFER>\" }; zle -N show; bindkey '^X' show; print ready"
zpty -r asked line '*ready*ready*'
zpty -w -n asked "$2"$'\t\C-x'
zpty -r asked line '*<*>*'
print -r -- ${${line#*<}%>*}
zpty -d asked
