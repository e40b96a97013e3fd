/** Words that mean the same in release notes and commits, and words that mean nothing there. Data. */

/** Each line is one meaning; stems as the stemmer gives them. */
const SAME = `
crash throw exception panic segfault raise abort
error fail failur broken
fast faster speed perform perf quick quicker optim
compar comparison
build built
write written wrote
choos chosen chose
send sent
lose lost loss
read readabl
format formatt
space whitespac
support compat
extens ext
hide hidden disappear
find found
break broke
translat translation
select selection
argument arg paramet param
config configur
directori dir folder
document doc
authent auth
depend dep
environ env
messag msg
command cmd
databas db
regular regex regexp
respons res
request req
middlewar mw
specif spec
javascript js
typescript ts
python py
kubernet k8s
window win win32
delet remov drop elimin
add introduc implement
fix correct resolv repair solv
rename renam
ignor skip
updat bump upgrad
print output log emit
relativ rel
escap quot
keep kept preserv retain surviv
empti blank
duplic twice doubl
async asynchron
sync synchron
init initi initialis
normal normalis
serial serialis
valid valid
attribut attr
properti prop
function func fn
pars parser
type typing
infinit endless
hang freez deadlock
memori ram
leak
refer ref
number num
string str
integ int
boolean bool
administr admin
applic app
identifi id
execut exec run
temporari temp tmp
repositori repo
previou prev
maximum max
minimum min
averag avg
option opt
packag pkg
sourc src
destin dest
develop dev
product prod
version ver
posit pos
index idx
length len
context ctx
connect conn
transact tx
certif cert
address addr
colour color
licenc licens
behaviour behavior
null none nil
`;

/** Grammar and politeness. */
const EMPTY = `
a an the and or nor of to in on at by for from with without as is are be was were been being it its this that these those
there here then than so such which who whom whose what when where while if else but not no into onto over under out up down
off via per our we you your they their he she i me my us can could may might must shall should will would do doe did done
have ha had having also only just more most less least very too now still yet already both each either neither any all some
same other another new use us using used make made get got let see e.g i.e eg ie etc thank thanks pr pull request merg issu
via between across after befor again about like thi wa becaus due instead onc one two mai
`;

/** Verbs and nouns of change: they say that something happened, hardly what. Their weight is cut. */
const COMMON = `
add fix chang updat improv support allow remov enabl prevent bug bugfix featur feat chore refactor cleanup clean handl
ensur issu problem correctli correct incorrect incorrectli wrong properli code work behavior default better minor variou
crash error fail provid return case behav caus longer move creat avoid need support implement test
`;

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  lines(SAME).flatMap(([first = '', ...others]) =>
    others.map((other): [string, string] => [other, first]),
  ),
);
const EMPTY_WORDS: ReadonlySet<string> = new Set(lines(EMPTY).flat());
const COMMON_WORDS: ReadonlySet<string> = new Set(
  lines(COMMON)
    .flat()
    .map((stem) => SYNONYMS.get(stem) ?? stem),
);

/** The word that stands for all of one meaning. */
export function canonicalStem(stem: string): string {
  return SYNONYMS.get(stem) ?? stem;
}

export function isEmptyWord(word: string): boolean {
  return EMPTY_WORDS.has(word);
}

export function isCommonStem(stem: string): boolean {
  return COMMON_WORDS.has(stem);
}

function lines(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
}
