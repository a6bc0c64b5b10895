import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { MASK, type Variable } from './secrets';

/** What it was started with. Secrets stay hidden until somebody asks for them. */
export function Environment({ variables }: { variables: Variable[] }) {
  const [shown, setShown] = useState(false);
  if (variables.length === 0) return null;
  // From others than administrators the gateway keeps them to itself.
  const known = variables.some(({ secret, value }) => secret && value !== MASK);
  const toggle = known && (
    <Button small icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
      {t(shown ? 'containers.hideSecrets' : 'containers.showSecrets')}
    </Button>
  );
  return (
    <Card title={t('containers.environment')} actions={toggle} flush>
      <ul className="list environment">
        {variables.map(({ name, value, secret }) => (
          <li key={name} className="row wrap apart small">
            <code className="break">{name}</code>
            <code className="break muted">{secret && !shown ? MASK : value}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
