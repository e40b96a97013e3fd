/** A guess at what a variable is, by how the file declares it. Good enough to tell two classes with a method of one name apart. */
const LONGEST = 400_000;

/** Of one text: the name of the type that a variable seems to have, `null` where nothing says. */
export function receiverType(text: string): (variable: string) => string | null {
  const known = new Map<string, string | null>();
  const looked = text.slice(0, LONGEST);
  return (variable) => {
    const before = known.get(variable);
    if (before !== undefined) return before;
    const found = /^[A-Za-z_]\w{0,80}$/.test(variable) ? typeOf(variable, looked) : null;
    known.set(variable, found);
    return found;
  };
}

const TYPE = String.raw`(?:[\w$]+(?:\.|::))?([A-Z]\w{0,80})`;

function typeOf(variable: string, text: string): string | null {
  const patterns = [
    // clock: Clock, clock: &mut Clock, clock?: Clock
    String.raw`\b${variable}\??\s{0,5}:\s{0,5}&?(?:'\w+ )?(?:mut |readonly |dyn |impl )?${TYPE}`,
    // clock = new Clock(, clock := &pkg.Clock{, clock = Clock::new(, clock = Clock(
    String.raw`\b${variable}(?:\s{0,5}:[^=\n]{1,80})?\s{0,5}:?=\s{0,5}(?:await )?(?:new )?&?${TYPE}\s{0,3}(?:\(|\{|::|<)`,
    // clock := NewClock(, clock, err := pkg.NewClock(
    String.raw`\b${variable}(?:,\s?\w+)?\s{0,5}:=\s{0,5}(?:\w+\.)?New([A-Z]\w{0,80})\(`,
    // Clock clock, Clock<Day> clock, clock *Clock
    String.raw`\b${TYPE}(?:<[^<>\n]{0,80}>)?\s{1,3}${variable}\b`,
    String.raw`\b${variable}\s{1,3}\*?${TYPE}\b`,
  ];
  for (const pattern of patterns) {
    const found = new RegExp(pattern).exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
