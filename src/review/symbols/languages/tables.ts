/** Every language that is parsed. */
import type { LanguageId } from '../language-of.ts';
import type { LanguageTable } from '../language-table.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { tsx, typescript } from './typescript.ts';

export const TABLES: Readonly<Record<LanguageId, LanguageTable>> = {
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  ruby,
};
