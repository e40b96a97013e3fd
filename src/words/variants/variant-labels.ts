/** What a variant is called in branches, tables and lines of progress. */
import type { AgentVariant } from '../routine.ts';

/** The engine; with a number where one engine is there more than once. */
export function variantLabels(variants: readonly AgentVariant[]): readonly string[] {
  return variants.map(({ engine }, index) => {
    const same = variants.filter((one) => one.engine === engine).length;
    const nth = variants.slice(0, index + 1).filter((one) => one.engine === engine).length;
    return same === 1 ? engine : `${engine}-${nth}`;
  });
}
