# Training text of the English table, made of WordNet 3.0: examples, definitions, and questions by rule.
# python english.py /usr/share/wordnet english.txt
import itertools, random, re, sys
folder, out = sys.argv[1:]
random.seed(7)
count = {}
for line in open(folder + '/cntlist.rev'):
    key, _, uses = line.split()
    word = key.split('%')[0]
    count[word] = count.get(word, 0) + int(uses)
nouns, verbs, adjectives, senses = [], [], [], []
for kind, words in (('noun', nouns), ('verb', verbs), ('adj', adjectives), ('adv', None)):
    for line in open(folder + '/data.' + kind):
        if line.startswith('  '):  # the licence
            continue
        data, gloss = line.split(' | ', 1)
        fields = data.split()
        lemmas = [re.sub(r'\(.*\)', '', fields[4 + 2 * i]).replace('_', ' ') for i in range(int(fields[3], 16))]
        uses = max(count.get(lemma.lower().replace(' ', '_'), 0) for lemma in lemmas)
        examples = re.findall(r'"([^"]+)"', gloss)
        senses.append((uses, re.sub(r';? *"[^"]*".*', '', gloss).strip(' ;'), examples))
        if words is not None:
            words.extend((lemma, uses) for lemma in lemmas)

def weighted(words):
    most = {}
    for word, uses in words:
        most[word] = max(most.get(word, 0), uses)
    return list(most), list(itertools.accumulate((most[word] + .7) ** .5 for word in most))

NOUNS, VERBS, ADJECTIVES = weighted(nouns), weighted(verbs), weighted(adjectives)

def pick(words):
    return random.choices(words[0], cum_weights=words[1])[0]

def noun():
    dice, word = random.random(), pick(NOUNS)
    return word if dice < .55 else (pick(ADJECTIVES) if dice < .75 else pick(NOUNS)) + ' ' + word

def verb():
    if random.random() < .2:
        return pick(VERBS)
    return pick(VERBS) + random.choice([' a ', ' the ', ' my ', ' ', ' ']) + noun()

# n: a noun, v: a verb and often what it is done to, a: an adjective
QUESTIONS = '''what is N?|what is a N|what is the N of N?|how do I V?|how can I V|how to V|where can I V?|where is the N|when should I V?
can I V with N?|can N V?|do I need N to V?|do I have to V|is N A?|is it A to V?|are N and N the same|why does N V?|who can V?
how long does N take?|how much does N cost|how many N are there in N?|what should I do if N V?|what happens when I V?|which N is A?
what is the difference between N and N?|difference N N|N N|N|V|N for N|I want to V|should I V if I V?|tell me about N|my N is A|will N V
does N V N?|what are the A N?|what does N mean?'''.replace('\n', '|').split('|')

def question():
    make = {'N': noun, 'V': verb, 'A': lambda: pick(ADJECTIVES)}
    return re.sub(r'\b[NVA]\b', lambda found: make[found[0]](), random.choice(QUESTIONS))

examples = [example for _, _, own in senses for example in own if len(example.split()) > 2]
glosses = [gloss for uses, gloss, _ in senses if uses > 0 and len(gloss.split()) > 1]
random.shuffle(examples), random.shuffle(glosses)
texts = examples[:36000] + glosses[:24000] + [question() for _ in range(40000)]
with open(out, 'w') as file:
    file.write('\n\n'.join(' '.join(text.split()) for text in dict.fromkeys(texts)) + '\n')
