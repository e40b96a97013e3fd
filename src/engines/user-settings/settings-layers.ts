/** Settings files of an engine, one over the other: each value is that of the last file that has it. Pure. */
import { isRecord } from '../../platform/json.ts';

export interface SettingsLayer {
  /** For people: `~/.codex/config.toml`. */
  readonly name: string;
  readonly value: unknown;
}

/** A file that is there and cannot be read. */
export interface SettingsProblem {
  readonly from: string;
  readonly why: string;
}

export class SettingsLayers {
  readonly #layers: readonly SettingsLayer[];
  /** With one, nothing is known of what the settings say. */
  readonly problem: SettingsProblem | null;

  /** @param layers the strongest last */
  constructor(layers: readonly SettingsLayer[], problem: SettingsProblem | null = null) {
    this.#layers = layers.toReversed();
    this.problem = problem;
  }

  /** With one more over all of them, unless it is `null`. */
  with(layer: SettingsLayer | null): SettingsLayers {
    if (layer === null || this.problem !== null) return this;
    const { name, value } = layer;
    return isRecord(value)
      ? new SettingsLayers([...this.#layers.toReversed(), layer])
      : new SettingsLayers([], { from: name, why: 'its syntax is wrong' });
  }

  /** `undefined`: no file has it. */
  at(...path: readonly string[]): unknown {
    return this.#holder(path)?.value;
  }

  /** A text that is not blank. */
  textAt(...path: readonly string[]): string | null {
    const value = this.at(...path);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  }

  /** Of all files together. */
  keysAt(...path: readonly string[]): readonly string[] {
    const keys = this.#layers.flatMap(({ value }) => {
      const found = valueAt(value, path);
      return isRecord(found) ? Object.keys(found) : [];
    });
    return [...new Set(keys)];
  }

  /** The file that decides on it; the strongest of all when none does. */
  whence(...path: readonly string[]): string {
    return this.#holder(path)?.name ?? this.#layers[0]?.name ?? '';
  }

  #holder(path: readonly string[]): { readonly name: string; readonly value: unknown } | undefined {
    for (const { name, value } of this.#layers) {
      const found = valueAt(value, path);
      if (found !== undefined && found !== null) return { name, value: found };
    }
    return undefined;
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}
