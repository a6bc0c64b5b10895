import { Copy, TriangleAlert } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { toast } from '~/ui/toasts';

interface Props {
  name: string;
  /** By what they are for. */
  passwords: { label: string; value: string }[];
  onClose: () => void;
}

/** Passwords that nobody typed: from here on the gateway keeps them to itself. */
export function KeepDialog({ name, passwords, onClose }: Props) {
  const copy = async (value: string) => {
    await navigator.clipboard.writeText(value);
    toast(t('ui.copied'));
  };
  const footer = (
    <Button look="primary" onClick={onClose}>
      {t('toolbox.noted')}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={t('toolbox.keep', { name })} footer={footer}>
      <div className="stack">
        <p className="notice warn">
          <TriangleAlert size={17} aria-hidden />
          {t('toolbox.keepAbout')}
        </p>
        <ul className="list">
          {passwords.map(({ label, value }) => (
            <li key={label} className="row wrap apart">
              <span>{label}</span>
              <span className="row">
                <code className="break">{value}</code>
                {/* Only over an address that the browser trusts. */}
                {'clipboard' in navigator && (
                  <Button small icon={Copy} iconOnly onClick={() => void copy(value)}>
                    {t('ui.copy')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
