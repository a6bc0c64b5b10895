/** What `/api/v1/webhooks/notify` takes. */
export interface WebhookBody {
  type: string;
  data: Record<string, unknown>;
  deviceIds?: string[];
}

/** The object that a text is, or `null` where it is none. Nothing at all is an empty one. */
export function objectOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Between single quotes a shell takes everything as it is but a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same request for a script; its key stays in the script's hands. */
export const curlLine = (origin: string, body: WebhookBody): string =>
  [
    `curl ${quoted(`${origin}/api/v1/webhooks/notify`)}`,
    '-H "X-API-Key: $KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
