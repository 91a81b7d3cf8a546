"""Words that people type instead of ours, where no word of ours is spelled nearly like them."""

from __future__ import annotations

from collections.abc import Container

MANY = "check rate count backbone conflict"
SAVED = "`nonosat bench report results.jsonl {}` makes it from the saved runs"
PHOTO = "`nonosat image PHOTO --size 30 -o drawing.non`, then `nonosat repair drawing.non`"
COMMANDS = {
    "solve": "solution answer",
    "check": "validate test unique uniqueness is-unique lint batch",
    "repair": "fix mend",
    "show": "draw render view display export-pdf info inspect cat list ls",
    "show FILE -o {}.pdf": "print",
    "rate": "difficulty grade score stars",
    "convert": "export import transform encode",
    "steps": "explain walkthrough trace",
    "hint": "next tip",
    "image": "photo digitize picture img",
    "generate": "create make new random gen",
    "bench": "benchmark",
    "book": "pdf booklet",
    "web": "play open serve server gui edit animate gif",
    "count": "enumerate solutions",
    "conflict": "typo debug errors mistakes contradiction",
    "blot": "hide mask",
    "verify": "proof",
    "backends": "solvers engines",
    "certify": "prove certificate",
    "check FILE --report report.html": "report",
    "rate FILE --sort": "sort",
    "convert FILE -o all.jsonl": "merge join combine",
    "convert FILE --title TITLE -o {}-titled.non": "title rename",
    "show FILE --page A2 -o poster.pdf": "poster",
    "show FILE -o {}.png": "png svg",
    "convert FILE --to link -o -": "share link",
    "site FILE -o {}-site": "website publish html",
    "--version": "version -v env environment doctor",
}
"""Ours -> theirs. One word of ours takes the place of theirs. Several are a command: FILE in it is what
was typed, and ``{}`` the name of that without its suffix."""
OPTIONS = [
    ("bench", "--threads --workers --processes --parallel --cpus --jobs -j", "--cores=0", "measures on one processor, --cores 0,1 on two"),
    (f"{MANY} solve show convert repair steps hint blot", "--input --file -i -f", "FILE"),
    ("check", "--marks --progress", "FILE"),
    # rows and other files
    ("convert solve", "--csv", "--to csv -o {}.csv"),
    ("bench", "--csv --html --latex --tex --excel --xlsx --format --type", SAVED.format("-o table.tex"), ".csv .html and .tex are tables"),
    ("bench", "--plot --plots --scatter", SAVED.format("-o plot.pdf")),
    ("bench", "--group", SAVED.format("--by size")),
    ("check", "--html", "--report report.html"),
    (MANY, "--csv", "-o rows.csv"),
    (MANY, "--format --output-format --type", " -o rows.csv", "the suffix chooses the format; --json prints JSON lines"),
    (MANY, "--xlsx --excel", "-o rows.csv", "a spreadsheet opens it"),
    ("show book", "--pdf --print", "-o {}.pdf"),
    ("show", "--html --svg --png", "-o {}.svg", "or .png, .html, .pdf"),
    ("book", "--html", "-o {}.html"),
    ("show book", "--format --type --size", "--page A5", "the suffix of -o NAME is the format"),
    ("solve", "--html --svg --png --pdf", "`nonosat show FILE --solution -o {}.pdf`", "or .svg, .png, .html"),
    ("steps", "--html --svg --animate --animation --gif", "`nonosat web FILE`", "its view Steps shows them one by one"),
    ("steps", "-o --output --to", "`nonosat solve FILE -o {}-solved.png` saves the solution", "`nonosat web FILE` shows the steps one by one"),
    ("show", "--link", "`nonosat convert FILE --to link -o -`", "makes links, for behind the address of a page"),
    ("show convert", "--play", "-o {}-play.html"),
    ("", "--format --output-format --type", "--to"),
    # wishes about what is printed
    ("check", "--unique --strict --all --fast --quick --duplicates --doubles --each --verify", "", "it does that by itself: one line per puzzle, doubles at the end, exit code 0 only if all are unique"),
    ("check", "--multiple --ambiguous --failed --list --only --summary --errors --not-unique", "-q", "prints those that are not unique, and the totals; --filter VERDICT --copy-to NAME copies them"),
    (f"{MANY} solve", "--each --per-puzzle", "", "--limit is for each puzzle"),
    ("check solve", "--verbose -v --stats --statistics --timing --debug", "--json", "has the counters, seconds and backend"),
    ("solve", "--partial", "--limit 60", "-o saves the cells that are certain by then"),
    (f"{MANY} solve", "--progress", "", "progress is shown after a second, if stderr is a terminal"),
    (f"{MANY} solve show steps hint", "--no-color", "", "NO_COLOR=1 in the environment leaves colors out"),
    (f"{MANY} solve", "--quiet -q", "", ">/dev/null hides what is printed"),
    (f"{MANY} solve", "--memory --max-memory", "", "`ulimit -v` or a container bounds the memory"),
    (f"{MANY} solve show convert book steps hint", "--sheet", "", "FILE#2 or FILE#TITLE is one puzzle of it"),
    (f"{MANY} show book convert", "--recursive -r", "", "folders are always searched with their subfolders"),
    ("book", "--sort --sort-by --order-by --difficulty --level --stars", "--order difficulty"),
    ("check", "--sort --sort-by --order-by --rate --difficulty", "`nonosat rate FILE --sort`"),
    ("rate", "--sort-by --order-by --easiest-first --easiest", "--sort"),
    ("count backbone conflict", "--sort", "-o rows.csv", "a spreadsheet sorts them"),
    ("check", "--explain --why --steps --errors", "`nonosat conflict FILE` names the likely typo"),
    ("solve rate", "--explain --steps --why", "`nonosat steps FILE`"),
    ("check", "--fix --apply --correct", "`nonosat repair FILE`"),
    ("check", "--proof --certificate --certify", "`nonosat certify FILE -o proofs`"),
    ("check", "--dask --scheduler", "`nonosat check FILE --cluster local`", "or a scheduler's address, such as tcp://10.0.0.1:8786"),
    ("check", "--cross-check --compare", "`nonosat bench run FILE -b line -b sat`"),
    ("steps", "--summary", "`nonosat rate FILE`"),
    ("steps", "--one", "`nonosat hint FILE`"),
    ("steps", "--limit-steps --count -n", "", "it shows all"),
    ("hint", "--all --count --number -n", "`nonosat steps FILE` shows all"),
    ("hint", "--why", "`nonosat why FILE ROW COLUMN`"),
    ("hint", "--no-spoilers --spoiler", "", "a hint shows one line only"),
    ("hint steps", "--row --col --column --line", "", "the next line is the easiest; `nonosat line CLUE CELLS` looks at one"),
    ("solve check count show", "--row --col --column", "`nonosat why FILE ROW COLUMN` explains a cell, `nonosat line CLUE CELLS` looks at a line"),
    ("why", "--position --at", "--cell"),
    ("count", "--max --max-solutions --solutions --number -n", "`nonosat solve FILE -n 1000`"),
    ("count", "--all --exact --approx", "", "it counts all; at --limit it says how many there are at least"),
    ("solve line repair", "--all", "-n all"),
    ("line", "--length --width --cells", "FILE"),
    ("show", "--solved --answer --answers", "--solution -o {}.png"),
    ("show", "--blank --unsolved --empty", "", "solutions are drawn only with --solution"),
    ("show", "--titles --names --clues --list", "", "it shows the titles that files have"),
    ("show", "--tiles --split", "--page=A0 -o {}.pdf", "a puzzle is on one page, which may be a poster"),
    # makers of puzzles, pictures and books
    ("image generate", "--width --height --rows --cols --columns --dimensions --resize -s", "--size 30"),
    ("image generate", "--difficulty --level --easy --medium --hard --score", "`nonosat generate --stars 3`", "1 is easy, 5 is hard"),
    ("generate", "--left --blocks", "--needs=probing", "or --stars, --density"),
    ("generate", "--symmetric --symmetry", "`nonosat generate symmetric`"),
    ("image", "--unique --fix", " -o {}.non", "then `nonosat repair {}.non` changes few cells for one solution"),
    ("image", "--palette --inks", "--colors 4"),
    ("repair", "--size", PHOTO),
    ("repair", "--max-changes --percent --most", "--only=changed", "finds the fewest"),
    ("repair", "--method --mode --strategy", "--only=changed", "or thicker, given"),
    ("conflict", "--fix --apply --correct", "--copy-to {}-fixed.non"),
    ("book", "--margin --binding --spine", "--gutter 10"),
    ("book", "--toc --index --contents", "", "puzzles are in order: the easiest first, of these the smallest"),
    ("book", "--no-cover", "--cover none"),
    ("book", "--shuffle --cover-picture", "", "--order and --cover say how"),
    ("book", "--no-titles", "--titles none"),
    ("book", "--lang --language --locale", "--words de"),
    ("book", "--booklet", "--page A5", "docs/book.md says how to fold it"),
    ("book", "--grayscale --greyscale --bw --monochrome", "--gray"),
    ("show", "--grayscale --greyscale --bw --monochrome", "--letters -o {}.pdf"),
    ("web site show", "--lang --language --locale", "", "the page is in English"),
    ("web", "--no-open --headless", "--no-browser"),
    ("web", "--until-closed", "", "Ctrl-C ends it"),
    ("web", "--host --bind --public", "`nonosat show FILE -o play.html`", "makes one file that everybody can open"),
    # measurements and proofs
    ("bench", "--repeat --runs --repetitions --iterations", "--repeats 5"),
    ("bench", "--warmup", "--warm-up 1"),
    ("bench", "--solver --program --command --cmd", "--external mine=VALUE"),
    ("", "--solver", "-b"),
    ("certify", "--cubes", "", "a proof is made in one piece, which is quicker; --jobs N makes several at once"),
    ("certify", "--proof --format --type", "", "proofs are LRAT, which its own verify.py checks"),
    # everywhere
    ("", "--timeout --time --time-limit --max-time --seconds --max-seconds", "--limit 60"),
    ("", "--threads --workers --processes --parallel --cores --cpus --n-jobs", "--jobs all"),
    ("", "--output-dir --outdir --out-dir --folder", "-o out/"),
    ("", "--out --save --outfile --out-file --output-file --export --write", "-o"),
    ("", "--overwrite --replace --yes -y", "--force"),
    ("", "--input-format --reader", "--from"),
    ("", "--grid --partial --state --start --marks --progress", "--known"),
    ("", "--engine --algorithm --backends --solvers", "-b"),
    ("", "--max --max-solutions --solutions --number --num --amount --hide", "-n 5"),
    ("", "--paper --page-size --paper-size", "--page A4 -o {}.pdf"),
    ("show book", "--landscape --orientation", "--page 297x210mm -o {}.pdf"),
    ("show", "--dpi --scale --cell-size --zoom", "--cell 24 -o {}.svg"),
    ("", "--name --heading", "--title"),
    ("repair", "--photo --colors", PHOTO),
    ("", "--negative --inverse", "--invert"),
    ("image", "--preview --samples --try", "`nonosat web`", "opens photos, too: size, colors and threshold are seen as you choose"),
    ("", "--checkpoint --continue", "--resume"),
    ("", "--large-print --one-per-page", "--per-page 1"),
]  # fmt: skip
"""Commands ("": all that have our option), theirs, and ours with a value for those who give none; then why.
FILE: the value alone. VALUE: what was typed. "": nothing. --option=value: only that. A text with backticks is another command; ``{}`` is the name of FILE."""


def hint_for(option: str, command: str, ours: Container[str]) -> tuple[str, str] | None:
    """Return what to type in a command in place of an option, and why; None if that is not known.

    Args:
        ours: the options of the command.

    >>> hint_for("--timeout", "solve", ["--limit"]), hint_for("--latex", "solve", ["--limit"])
    (('--limit 60', ''), None)
    """
    for commands, theirs, said, *why in OPTIONS:
        fits = command in commands.split() if commands else said.split()[0] in ours
        if fits and option in theirs.split():
            return said, "".join(why)
    return None
