/** The plain part of a mail. Pure. */
import { markdownPlain, wrapped } from '../../markup/markdown-plain.ts';
import type { MessageContent } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import * as words from './mail-words.ts';

const WIDTH = 76;

export interface MailFrame {
  readonly subject: string;
  readonly footer: string;
}

export function plainMail(
  contents: readonly MessageContent[],
  place: words.MailPlace,
  frame: Pick<MailFrame, 'footer'>,
): string {
  const budget = words.reportBudget(Math.min(contents.length, words.MOST_SECTIONS));
  const isOne = contents.length === 1;
  const sections = contents
    .slice(0, words.MOST_SECTIONS)
    .map((content, at) => section(content, place, { budget, number: isOne ? null : at + 1 }));
  const lines = [
    ...(isOne ? [] : summary(contents)),
    ...sections.flat(),
    // What mail programs take for a signature.
    '-- ',
    ...wrapped(frame.footer, WIDTH),
  ];
  return `${lines.join('\n')}\n`;
}

function summary(contents: readonly MessageContent[]): readonly string[] {
  const beyond = words.beyondWords(contents.length);
  return [
    `${contents.length} things to tell: ${words.toneCounts(contents)}`,
    '',
    ...contents.slice(0, words.MOST_ROWS).flatMap(({ name, title, tone }, at) => {
      const line = `${oneLine(name, 100)}: ${oneLine(title, 200)} (${words.TONE_WORDS[tone]})`;
      const [first = '', ...rest] = wrapped(line, WIDTH - 4);
      return [`${String(at + 1).padStart(2)}. ${first}`, ...rest.map((one) => `    ${one}`)];
    }),
    '',
    ...(beyond === null ? [] : [...wrapped(beyond, WIDTH), '']),
  ];
}

interface SectionLook {
  readonly budget: number;
  /** `null`: it is the only one. */
  readonly number: number | null;
}

function section(
  content: MessageContent,
  place: words.MailPlace,
  { budget, number }: SectionLook,
): readonly string[] {
  const { name, tone } = content;
  const { markdown, cut } = words.cutReport(content, budget);
  const findings = words.findingsBeside(content, markdown);
  const title = `${oneLine(name, 100)}: ${oneLine(content.title, 200)} (${words.TONE_WORDS[tone]})`;
  const facts = words.factsOf(content, place);
  const size = Math.max(...facts.map(({ label }) => label.length));
  return [
    '='.repeat(WIDTH),
    ...wrapped(number === null ? title : `${number}. ${title}`, WIDTH),
    '='.repeat(WIDTH),
    '',
    ...facts.map(({ label, text }) => `${label.padEnd(size)}  ${text}`),
    '',
    ...(findings.length === 0
      ? []
      : ['New or back', '-----------', '', ...findings.flatMap(bullet), '']),
    ...markdownPlain(markdown, { width: WIDTH }).split('\n'),
    ...(cut === null ? [] : [...wrapped(cut, WIDTH), '']),
  ];
}

function bullet(finding: MessageContent['findings'][number]): readonly string[] {
  const [first = '', ...rest] = wrapped(words.findingLine(finding), WIDTH - 2);
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
}
