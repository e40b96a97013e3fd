/** Which of its providers speaks to the gateway, and by which of its bundled libraries. */
import { AppError, assertNever } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { EngineAccess, PlanRequest } from '../contract.ts';

export interface OpencodeProvider {
  /** One that it knows brings its models, with their sizes and prices, along. */
  readonly id: string;
  readonly npm: string;
  /** After the gateway's base URL. */
  readonly path: string;
}

export function providerOf(api: WireFormat): OpencodeProvider {
  switch (api) {
    case 'anthropic':
      return { id: 'anthropic', npm: '@ai-sdk/anthropic', path: '/v1' };
    case 'openai-responses':
      return { id: 'openai', npm: '@ai-sdk/openai', path: '/v1' };
    case 'openai-chat':
      return { id: 'roundsman', npm: '@ai-sdk/openai-compatible', path: '/v1' };
    case 'gemini':
      return { id: 'google', npm: '@ai-sdk/google', path: '/v1beta' };
    default:
      return assertNever(api);
  }
}

/** `provider/model`, as it wants it; `null` = its own choice. */
export function chosenModel({
  access,
  model,
}: Pick<PlanRequest, 'access' | 'model'>): string | null {
  if (access.kind !== 'gateway') return model;
  const { id } = providerOf(access.api);
  const bare = modelAt(access, model);
  return bare === null ? null : `${id}/${bare}`;
}

/** Its name at the endpoint: a routine may write the provider before it, as OpenCode's own users do. */
export function modelAt(
  access: Extract<EngineAccess, { readonly kind: 'gateway' }>,
  model: string | null,
): string | null {
  const { id } = providerOf(access.api);
  if (model !== null) {
    const [named] = [access.providerId, id].filter((one) => model.startsWith(`${one ?? ''}/`));
    return named === undefined ? model : model.slice(named.length + 1);
  }
  if (access.api !== 'openai-chat') return null;
  throw new AppError('invalid-definition', {
    code: 'invalid-definition',
    message: 'OpenCode cannot choose a model at an endpoint that it does not know',
    hint: 'Write its name as agent.model, or as engines.opencode.model in roundsman.yaml.',
  });
}
