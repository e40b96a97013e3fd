/** Which of its providers speaks to the gateway: one that it knows brings its models, with their sizes and prices, along. */
import { AppError, assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { PlanRequest } from '../contract.ts';

export interface PiProvider {
  readonly id: string;
  /** After the gateway's base URL. */
  readonly path: string;
}

export function providerOf(api: WireFormat): PiProvider {
  switch (api) {
    case 'anthropic':
      return { id: 'anthropic', path: '' };
    case 'openai-responses':
      return { id: 'openai', path: '/v1' };
    case 'openai-chat':
      return { id: 'roundsman', path: '/v1' };
    case 'gemini':
      return { id: 'google', path: '/v1beta' };
    default:
      return assertNever(api);
  }
}

/** Its `models.json`, as data; `null`: it needs none. */
export function piModels({
  access,
  model,
}: Pick<PlanRequest, 'access' | 'model'>): Readonly<Record<string, unknown>> | null {
  if (access.kind !== 'gateway') return null;
  const { id, path } = providerOf(access.api);
  const endpoint = { baseUrl: `${access.baseUrl}${path}`, apiKey: access.key };
  if (access.api !== 'openai-chat') return { providers: { [id]: endpoint } };
  const models = [{ id: requireModel(model) }];
  return { providers: { [id]: { ...endpoint, api: 'openai-completions', models } } };
}

function requireModel(model: string | null): string {
  if (model !== null) return model;
  throw new AppError('invalid-definition', {
    code: 'invalid-definition',
    message: 'pi cannot choose a model at an endpoint that it does not know',
    hint: 'Write its name as agent.model, or as engines.pi.model in roundsman.yaml.',
  });
}
