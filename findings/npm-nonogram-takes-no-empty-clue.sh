#!/usr/bin/env bash
# nonogram 0.0.4 (npm), "Utility to solve nonograms", in Node.js.
#
# The guess: a module to be required, with a function that takes clues.
# Seen: it is a script. It takes a game ID of Simon Tatham's Pattern, columns first, as its argument, and
# require() fails as it reads the arguments of the process. Such an ID leaves an empty line empty, which
# is a RangeError here; with a 0, which Pattern refuses, it is solved. Of two pictures one is printed as the picture.
#
#   required: TypeError
#   3x2:1//1/1.1/ RangeError
#   3x2:1/0/1/1.1/0 BWB WWW
#   2x2:1/1/1/1 BW WB
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init -y >/dev/null 2>&1 && npm install --silent nonogram@0.0.4 >install.log 2>&1 || { cat install.log; exit 2; }
script=node_modules/nonogram/lib/nonogram.js
seen=$(
    echo "required: $(node -e 'try { require("nonogram") } catch (error) { console.log(error.name) }')"
    for id in 3x2:1//1/1.1/ 3x2:1/0/1/1.1/0 2x2:1/1/1/1; do
        said=$(node $script $id 2>&1)
        case $said in *RangeError*) said=RangeError ;; esac
        echo "$id" $said
    done
)
wanted=$(cat <<'END'
required: TypeError
3x2:1//1/1.1/ RangeError
3x2:1/0/1/1.1/0 BWB WWW
2x2:1/1/1/1 BW WB
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
