/**
 * Finds the program text in a passage, which has it as lines without any mark.
 *
 * A line is program text if it has many signs that are rare in prose, or begins as in a shell. So is an indented line
 * if something beside it looks like program text too, and what stands between two lines of it and is no sentence.
 */

const ITEM = /^[•→↗] /
const CELLS = ' | '
/** Not those of prose: prices, blanks to fill in, steps of a menu, addresses. */
const SIGNS = /([{}=\\|~^`])\1*|(?<=\S)>|<(?=\S)|;$|\$(?=[a-z{(_])|(?<=[a-z])_(?=[a-z])/gi
const BRACKETS = /[[\]]/g
const ADDRESSES = /\bhttps?:\S+/g
/** A prompt of a shell; brackets that open or close several lines. */
const SURE = /^(?:\$|>>>) \S|[^\s.]\s*[{\\]$|^\s*[\]}][\]})]*[;,]*$/
/** A call, other than `form(s)`, or a key with a value. */
const LIKELY = /\w\((?![a-z]{1,2}\))[^()]*\)|^\s*(?:- )?[\w.-]+:(?:\s+\S+)?$/
const INDENTED = /^(?: {2,}|\t)/
const SENTENCE = /[.!?:…。]$/

/** @returns whether each is program text */
export function programLines(lines: string[]): boolean[] {
  const found = lines.map((line) => isSure(line))
  for (const run of runs(lines, (at) => found[at] || INDENTED.test(lines[at]))) {
    const first = run[0]
    if (!found[first - 1] && first > 0 && INDENTED.test(lines[first]) && LIKELY.test(lines[first - 1])) run.unshift(first - 1)
    if (run.some((at) => found[at] || LIKELY.test(lines[at]))) for (const at of run) found[at] = true
  }
  return found.map((own, at) => own || (Boolean(found[at - 1] && found[at + 1]) && !isProse(lines[at])))
}

function isSure(line: string) {
  if (SURE.test(line)) return true
  const count = (signs: RegExp) => line.replace(ADDRESSES, '').match(signs)?.length ?? 0
  // A number in brackets alone is a footnote.
  const signs = count(SIGNS) && count(SIGNS) + count(BRACKETS)
  return signs > 1 && signs * 10 > line.replace(/\s/g, '').length && !ITEM.test(line) && !line.includes(CELLS)
}

function isProse(line: string) {
  return ITEM.test(line) || SENTENCE.test(line)
}

/** The numbers of consecutive lines that are chosen. */
function runs(lines: string[], isChosen: (at: number) => boolean) {
  const all: number[][] = []
  lines.forEach((_, at) => {
    if (!isChosen(at)) return
    if (all.at(-1)?.at(-1) === at - 1) all.at(-1)?.push(at)
    else all.push([at])
  })
  return all
}
