import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A choice that is kept in the page's address, so that a view can be shared and comes back. */
export function useParam(name: string, fallback = ''): [string, (value: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const set = useCallback(
    (value: string) => {
      const changed = (old: Record<string, unknown>) => ({
        ...old,
        [name]: value === fallback ? undefined : value,
      });
      void navigate({ to: '.', search: changed as never, replace: true });
    },
    [name, fallback, navigate],
  );
  const found = search[name];
  return [found === undefined ? fallback : String(found), set];
}
