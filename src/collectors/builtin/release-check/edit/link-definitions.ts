/** Definitions of numbered labels, `[#12]: https://…/pull/12`, for entries that name a number as `[#12]`. Pure. */
import type { ReleaseCommit } from '../../../../words/release-note.ts';
import type { Insertion } from './insert-lines.ts';
import type { Outline, OutlineRelease } from './outline.ts';

interface Told {
  readonly text: string;
  readonly unmentioned: { readonly commit: Pick<ReleaseCommit, 'pullRequest'> };
}

interface Definition {
  readonly at: number;
  readonly number: number;
  /** Between label and address. */
  readonly gap: string;
  /** Without the number at its end. */
  readonly address: string;
}

const DEFINITION = /^ {0,3}\[#(\d{1,7})\]:([ \t]*)(\S+?)\1(?:[ \t]+"[^"]*")?[ \t]*$/;

export function definesNumbers({ lines }: Outline): boolean {
  return lines.some(({ text }) => DEFINITION.test(text));
}

/** One line for each number that the entries name and the file does not define, in the order that the file keeps. */
export function defineNumbers(
  outline: Outline,
  release: OutlineRelease | null,
  drafts: readonly Told[],
): readonly Insertion[] {
  const all = readDefinitions(outline);
  const block = nearestBlock(all, release?.heading.start ?? 0);
  const known = new Set(all.map(({ number }) => number));
  return drafts.flatMap(({ text, unmentioned }) =>
    Array.from(text.matchAll(/\[#(\d{1,7})\](?![(:[])/g), ([, digits]) => Number(digits)).flatMap(
      (number): readonly Insertion[] => {
        if (known.has(number) || block.length === 0) return [];
        known.add(number);
        const kind = number === unmentioned.commit.pullRequest ? '/pull/' : '/issues/';
        const model = block.find(({ address }) => address.endsWith(kind)) ?? block[0];
        const line = `[#${number}]:${model?.gap ?? ' '}${model?.address ?? ''}${number}`;
        return [{ at: placeOf(block, number), lines: [line] }];
      },
    ),
  );
}

function readDefinitions({ lines }: Outline): readonly Definition[] {
  return lines.flatMap(({ text }, at) => {
    const [, number, gap = ' ', address] = DEFINITION.exec(text) ?? [];
    return number === undefined || address === undefined
      ? []
      : [{ at, number: Number(number), gap, address }];
  });
}

/** Those that stand together below the release, or the last of the file. */
function nearestBlock(all: readonly Definition[], start: number): readonly Definition[] {
  const first = all.findIndex(({ at }) => at >= start);
  const blocks = all.slice(Math.max(0, first));
  const end = blocks.findIndex(({ at }, index) => at !== (blocks[0]?.at ?? 0) + index);
  return end === -1 ? blocks : blocks.slice(0, end);
}

function placeOf(block: readonly Definition[], number: number): number {
  const rising = block.every((one, index) => one.number >= (block[index - 1]?.number ?? 0));
  const falling = block.every((one, index) => one.number <= (block[index - 1]?.number ?? Infinity));
  const later = block.find((one) =>
    rising ? one.number > number : falling && one.number < number,
  );
  return later?.at ?? (block.at(-1)?.at ?? 0) + 1;
}
