"""Writes the training text of the English table, made of WordNet 3.0.

    python english.py /usr/share/wordnet text/english.txt

Three kinds of sample, a paragraph each: WordNet's example sentences, the definitions of words that are
in use, and questions put together by rule from its words, the common ones more often. The same
WordNet gives the same text.
"""

import itertools
import random
import re
import sys

EXAMPLES = 36_000
DEFINITIONS = 24_000
QUESTIONS = 40_000
# In words.
SHORTEST_EXAMPLE = 3
SHORTEST_DEFINITION = 2

# N: a noun, V: a verb and often what it is done to, A: an adjective.
PATTERNS = """
what is N? | what is a N | what is the N of N? | how do I V? | how can I V | how to V | where can I V?
where is the N | when should I V? | can I V with N? | can N V? | do I need N to V? | do I have to V
is N A? | is it A to V? | are N and N the same | why does N V? | who can V? | how long does N take?
how much does N cost | how many N are there in N? | what should I do if N V? | what happens when I V?
which N is A? | what is the difference between N and N? | difference N N | N N | N | V | N for N
I want to V | should I V if I V? | tell me about N | my N is A | will N V | does N V N? | what are the A N?
what does N mean?
"""


class Words:
    """Words to draw from, the common ones more often."""

    def __init__(self, words_with_uses):
        uses = {}
        for word, count in words_with_uses:
            uses[word] = max(uses.get(word, 0), count)
        self.words = list(uses)
        self.weights = list(itertools.accumulate((count + 0.7) ** 0.5 for count in uses.values()))

    def draw(self):
        return random.choices(self.words, cum_weights=self.weights)[0]


def read_uses(folder):
    """How often each word was met in the texts that WordNet's authors marked."""
    uses = {}
    with open(f"{folder}/cntlist.rev") as lines:
        for line in lines:
            key, _, count = line.split()
            word = key.split("%")[0]
            uses[word] = uses.get(word, 0) + int(count)
    return uses


def read_senses(folder, kind, uses):
    """Of each sense: its words, how often the most common one is used, definition, examples."""
    with open(f"{folder}/data.{kind}") as lines:
        for line in lines:
            if line.startswith("  "):  # the licence
                continue
            data, gloss = line.split(" | ", 1)
            fields = data.split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
            most = max(uses.get(word.lower().replace(" ", "_"), 0) for word in words)
            definition = re.sub(r';? *"[^"]*".*', "", gloss).strip(" ;")
            yield words, most, definition, re.findall(r'"([^"]+)"', gloss)


class Questions:
    """Questions by rule. They need not make sense: what counts is which words stand in them."""

    def __init__(self, nouns, verbs, adjectives):
        self.nouns, self.verbs, self.adjectives = nouns, verbs, adjectives
        self.patterns = [pattern.strip() for pattern in re.split(r"[|\n]", PATTERNS) if pattern.strip()]
        self.makers = {"N": self.noun, "V": self.verb, "A": adjectives.draw}

    def noun(self):
        dice, word = random.random(), self.nouns.draw()
        if dice < 0.55:
            return word
        return (self.adjectives if dice < 0.75 else self.nouns).draw() + " " + word

    def verb(self):
        if random.random() < 0.2:
            return self.verbs.draw()
        return self.verbs.draw() + random.choice([" a ", " the ", " my ", " ", " "]) + self.noun()

    def make(self):
        pattern = random.choice(self.patterns)
        return re.sub(r"\b[NVA]\b", lambda found: self.makers[found[0]](), pattern)


def main(folder, out):
    random.seed(7)
    uses = read_uses(folder)
    words = {"noun": [], "verb": [], "adj": [], "adv": []}
    examples, definitions = [], []
    for kind, own in words.items():
        for synonyms, most, definition, shown in read_senses(folder, kind, uses):
            own.extend((word, most) for word in synonyms)
            examples.extend(text for text in shown if len(text.split()) >= SHORTEST_EXAMPLE)
            if most > 0 and len(definition.split()) >= SHORTEST_DEFINITION:
                definitions.append(definition)
    questions = Questions(*(Words(words[kind]) for kind in ("noun", "verb", "adj")))
    random.shuffle(examples)
    random.shuffle(definitions)
    texts = examples[:EXAMPLES] + definitions[:DEFINITIONS]
    texts += [questions.make() for _ in range(QUESTIONS)]
    paragraphs = (" ".join(text.split()) for text in dict.fromkeys(texts))
    with open(out, "w") as file:
        file.write("\n\n".join(paragraphs) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
