import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { contentsReader } from '../../src/git/object-contents.ts';

const ID = 'a'.repeat(40);
const object = fc.tuple(
  fc.constantFrom('commit', 'tree', 'blob', 'tag'),
  fc.uint8Array({ maxLength: 60 }),
);

function printed(objects: readonly (readonly [string, Uint8Array])[]): Buffer {
  return Buffer.concat(
    objects.flatMap(([type, bytes]) => [
      Buffer.from(`${ID} ${type} ${bytes.length}\n`),
      bytes,
      Buffer.from('\n'),
    ]),
  );
}

it('objects are given whole, wherever what git prints is cut', () => {
  fc.assert(
    fc.property(fc.array(object), fc.integer({ min: 1, max: 40 }), (objects, width) => {
      const seen: (readonly [string, string])[] = [];
      const reader = contentsReader(({ type }, piece, isLast) => {
        expect(isLast).toBe(true);
        seen.push([type, piece.toString('hex')]);
        return true;
      });
      const all = Buffer.concat([printed(objects), Buffer.from('complete missing\n')]);
      for (let at = 0; at < all.length; at += width) reader.push(all.subarray(at, at + width));
      expect(seen).toEqual(
        objects.map(([type, bytes]) => [type, Buffer.from(bytes).toString('hex')]),
      );
      expect(reader.isWhole()).toBe(true);
    }),
  );
});

it('what is missing, cut off or no object is told', () => {
  const whole = (text: string): boolean => {
    const reader = contentsReader(() => true);
    reader.push(Buffer.from(text));
    return reader.isWhole();
  };
  expect(whole(`${ID} blob 3\nabc\ncomplete missing\n`)).toBe(true);
  expect(whole(`${ID} blob 3\nabc\n`)).toBe(false);
  expect(whole(`${ID} missing\ncomplete missing\n`)).toBe(false);
  expect(whole(`${ID} blob 9\nabc\ncomplete missing\n`)).toBe(false);
});
