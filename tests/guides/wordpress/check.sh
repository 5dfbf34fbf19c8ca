# What no visitor may read is in no file, and what they may is: five pages, of which WordPress itself brings two.
if grep -rl secret pages; then exit 1; fi
[ "$(ls pages | wc -l)" -eq 5 ]
