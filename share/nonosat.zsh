#compdef nonosat
# Completion of nonosat for zsh: the program itself says what fits.
eval "$(_TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _NONOSAT_COMPLETE=complete_zsh nonosat)"
