import { useQuery } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { devicesQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { SelectField, TextAreaField, TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useNotify } from './queries';
import { curlLine, objectOf } from './webhook';

/** What another program would send, tried out by hand, and the line that does the same. */
export function Webhooks() {
  const devices = useQuery(devicesQuery).data ?? [];
  const [type, setType] = useState('doorbell');
  const [text, setText] = useState('{"message": "Somebody is at the door"}');
  const [device, setDevice] = useState('');
  const notify = useNotify();
  const data = objectOf(text);
  const problem = notify.error instanceof Problem ? notify.error : null;
  const body = { type, data: data ?? {}, ...(device && { deviceIds: [device] }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (data) notify.mutate(body);
  };
  return (
    <Card title={t('notifications.tryWebhook')}>
      <form className="stack" onSubmit={submit}>
        <p className="muted">{t('notifications.tryWebhookAbout')}</p>
        <div className="form-grid">
          <TextField
            label={t('notifications.webhookType')}
            value={type}
            required
            maxLength={128}
            spellCheck={false}
            onChange={(event) => setType(event.target.value)}
            wrong={problem?.about('type')}
          />
          <SelectField
            label={t('notifications.device')}
            value={device}
            onChange={(event) => setDevice(event.target.value)}
          >
            <option value="">{t('notifications.connected')}</option>
            {devices.map(({ deviceId, deviceName }) => (
              <option key={deviceId} value={deviceId}>
                {deviceName}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaField
          label={t('notifications.webhookData')}
          value={text}
          rows={4}
          onChange={(event) => setText(event.target.value)}
          wrong={data ? problem?.about('data') : t('notifications.notAnObject')}
        />
        <div>
          <Button
            type="submit"
            look="primary"
            icon={Send}
            busy={notify.isPending}
            disabled={data === null}
          >
            {t('notifications.sendWebhook')}
          </Button>
        </div>
        {notify.isError && (
          <p className="notice bad" role="alert">
            {messageOf(notify.error)}
          </p>
        )}
        {notify.data && <Answer reached={notify.data} />}
      </form>
      {data && <Curl line={curlLine(location.origin, body)} />}
    </Card>
  );
}

function Answer({ reached }: { reached: Schemas['CustomReported'] }) {
  const { sent, queued, unknown } = reached;
  return (
    <div role="status" className="stack tight">
      <p>
        {[
          t('notifications.reached', { count: sent }),
          t('notifications.waitsFor', { count: queued }),
          unknown.length > 0 && t('notifications.unknown', { names: unknown.join(', ') }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre className="code-block mono" tabIndex={0}>
        {JSON.stringify(reached, null, 2)}
      </pre>
    </div>
  );
}

function Curl({ line }: { line: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(line);
    toast(t('ui.copied'));
  };
  return (
    <div className="stack tight">
      <p className="row">
        <span className="label grow">{t('notifications.curl')}</span>
        <Button small icon={Copy} onClick={() => void copy()}>
          {t('ui.copy')}
        </Button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre className="code-block mono" tabIndex={0}>
        {line}
      </pre>
      <p className="small muted">{t('notifications.curlAbout')}</p>
    </div>
  );
}
