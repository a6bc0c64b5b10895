import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/lib/i18n';
import { Button } from './Button';

interface Props {
  open: boolean;
  /** Without it, the dialog stays until what it asks for is done. */
  onClose?: () => void;
  title: string;
  about?: ReactNode;
  wide?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
}

// The overlay is ours: Radix's own writes a style element into the page, which its policy forbids.
export function Dialog({ open, onClose, title, about, wide, footer, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal>
        <div className="shade" />
        <Radix.Content
          className={wide ? 'dialog wide' : 'dialog'}
          {...(about ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <div>
              <Radix.Title>{title}</Radix.Title>
              {about && <Radix.Description className="muted">{about}</Radix.Description>}
            </div>
            {onClose && (
              <Radix.Close asChild>
                <Button look="quiet" small icon={X} iconOnly>
                  {t('ui.close')}
                </Button>
              </Radix.Close>
            )}
          </header>
          {children}
          {footer && <footer>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: string;
  about: ReactNode;
  /** What the button says: what is destroyed, not "OK". */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
}

export function Confirm({ action, busy, onConfirm, ...rest }: ConfirmProps) {
  const footer = (
    <>
      <Button onClick={rest.onClose}>{t('ui.cancel')}</Button>
      <Button look="danger primary" busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </>
  );
  return <Dialog {...rest} footer={footer} />;
}
