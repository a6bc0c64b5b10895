import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  icon?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the dashboard: its name, what it is for, what can be done, and its content. */
export function Page({ title, icon, about, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="row">
          {icon}
          <div>
            <h1>{title}</h1>
            {about && <p>{about}</p>}
          </div>
        </div>
        {actions && <div className="row wrap">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
