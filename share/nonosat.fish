# Completion of nonosat for fish: the program itself says what fits; else file names.
function __nonosat_complete
    _NONOSAT_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=$argv[1] _TYPER_COMPLETE_ARGS=(commandline -cp) nonosat
end
complete --command nonosat --condition "__nonosat_complete is-args" --no-files --arguments "(__nonosat_complete get-args)"
