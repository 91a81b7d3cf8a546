# Completion of nonosat for bash: the program itself says what fits.
_nonosat() {
    local IFS=$'\n'
    COMPREPLY=($(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _NONOSAT_COMPLETE=complete_bash "$1"))
}
complete -o default -F _nonosat nonosat
