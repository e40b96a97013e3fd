/** Engine and model in the text of a routine, replaced; comments and the rest of the text stay. */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

import { isRecord } from '../platform/json.ts';
import type { BuiltinRecipe } from '../words/routine.ts';
import { oneLine } from '../words/text.ts';
import { editYaml, yamlText, type YamlEdit } from './edit-yaml.ts';

export interface AgentWish {
  /** `null`: as it is. */
  readonly engine: string | null;
  readonly model: string | null;
}

/** What only one engine has goes with it. */
const OF_ONE_ENGINE = ['command', 'builtin'];

/** @param text YAML that can be parsed @returns also engine and model as they stood there, on one line */
export function editAgent(
  text: string,
  { engine, model }: AgentWish,
): { readonly text: string; readonly was: string } {
  const document = parseDocument(text);
  const of = (key: string): string | null => {
    const value = document.getIn(['agent', key]);
    return typeof value === 'string' ? value : null;
  };
  const isOther = engine !== null && engine !== of('engine');
  const edits = Object.entries({ engine, model }).flatMap(([key, value]): readonly YamlEdit[] =>
    value === null ? [] : [{ path: ['agent', key], yaml: yamlText(value), dropComment: true }],
  );
  const recipe = isOther && engine === 'builtin' && of('builtin') === null ? recipeFor(text) : null;
  const all = recipe === null ? edits : [...edits, { path: ['agent', 'builtin'], yaml: recipe }];
  // A model is one of its engine: where another engine is chosen without one, it takes its default.
  const dropped = isOther ? [...OF_ONE_ENGINE, ...(model === null ? ['model'] : [])] : [];
  const kept = dropped.reduce(withoutKey, text);
  const was = [of('engine') ?? 'default', of('model')].filter((one) => one !== null).join(', ');
  return { text: editYaml(kept, all), was: oneLine(was, 200) };
}

const RECIPES: Readonly<Record<string, BuiltinRecipe>> = {
  todos: 'todo-sweep',
  tickets: 'ticket-digest',
  'release-notes': 'release-check',
};

/** The one that is made for what the routine collects; `null`: none is, or several are. */
function recipeFor(text: string): BuiltinRecipe | null {
  const whole: unknown = parseDocument(text).toJS();
  const collect = isRecord(whole) ? whole['collect'] : null;
  if (!Array.isArray(collect)) return null;
  const kinds = collect.flatMap((one: unknown) =>
    typeof one === 'string' ? [one] : isRecord(one) ? Object.keys(one) : [],
  );
  const made = kinds.flatMap((kind) => RECIPES[kind] ?? []);
  const [first] = made;
  return made.length === 1 ? (first ?? null) : null;
}

/** Without the lines of a key of `agent`. One in a map on a single line stays: what is wrong then is said of the whole. */
function withoutKey(text: string, key: string): string {
  const agent = parseDocument(text).getIn(['agent'], true);
  if (!isMap(agent) || agent.flow === true) return text;
  const pair = agent.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (!isScalar(pair?.key) || !pair.key.range) return text;
  const value: unknown = pair.value;
  const range = isScalar(value) || isMap(value) || isSeq(value) ? value.range : pair.key.range;
  const from = text.lastIndexOf('\n', pair.key.range[0]) + 1;
  const end = text.indexOf('\n', (range ?? pair.key.range)[1] - 1);
  return `${text.slice(0, from)}${end < 0 ? '' : text.slice(end + 1)}`;
}
