import { t } from '~/lib/i18n';

export interface FieldReason {
  field: string;
  reason: string;
}

/** What the gateway, or the way to it, had against a request. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldReason[] = [],
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** Why a field was refused. */
  about(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.reason;
  }
}

interface Envelope {
  error?: { code?: string; message?: string; details?: FieldReason[] };
}

export function problemOf(status: number, body: unknown): Problem {
  const { error } = (body ?? {}) as Envelope;
  const message = error?.message ?? t('api.status', { status });
  return new Problem(status, error?.code ?? '', message, error?.details ?? []);
}

export const offline = (): Problem => new Problem(0, 'OFFLINE', t('api.offline'));

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : t('api.unknown');
}
