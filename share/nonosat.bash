# Completion of nonosat for bash: the program itself says what fits.
_nonosat() {
    local cur words cword IFS=$' \t\n'
    _get_comp_words_by_ref -n : cur words cword # of bash-completion; `sat:plain` is one word
    IFS=$'\n'
    COMPREPLY=($(COMP_WORDS="${words[*]}" COMP_CWORD=$cword _NONOSAT_COMPLETE=complete_bash "$1"))
    __ltrim_colon_completions "$cur"
}
complete -o default -F _nonosat nonosat
