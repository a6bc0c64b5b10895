import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api, ok } from '~/api/client';
import { queryClient } from '~/api/queries';
import { whenInSight } from '~/lib/inSight';

/** What is so near will be in sight in a moment. */
const NEAR = 300;

const keyOf = (appId: string) => ['favicon', appId];

/** A picture cannot show a token, so it is fetched; pictures are not counted by any limit. */
function usePicture(appId: string): string | undefined {
  const { data } = useQuery({
    queryKey: keyOf(appId),
    queryFn: async () => {
      const params = { path: { appId } };
      const asked = api.GET('/api/v1/apps/{appId}/favicon', { params, parseAs: 'blob' });
      return (await ok(asked)) as unknown as Blob;
    },
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const fresh = URL.createObjectURL(data);
    setUrl(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [data]);
  return url;
}

const isEmoji = (icon: string) => /^\p{Extended_Pictographic}/u.test(icon) && icon.length <= 14;

/** Whether an app's picture was in sight, or was fetched before. */
function useSeen(appId: string, place: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(() => queryClient.getQueryData(keyOf(appId)) !== undefined);
  useEffect(() => {
    if (!seen && place.current) return whenInSight(place.current, NEAR, () => setSeen(true));
  }, [seen, place]);
  return seen;
}

interface Props {
  app: { id: string; name: string; icon: string };
  size?: number;
}

export function AppIcon({ app, size = 44 }: Props) {
  if (isEmoji(app.icon)) return <Emoji icon={app.icon} size={size} />;
  return <Picture app={app} size={size} />;
}

function Emoji({ icon, size }: { icon: string; size: number }) {
  return (
    <span
      className="app-icon"
      style={{ width: size, height: size, fontSize: size * 0.6 }}
      aria-hidden
    >
      {icon}
    </span>
  );
}

interface LetterProps {
  name: string;
  size?: number;
  ref?: RefObject<HTMLElement | null>;
}

/** `name` is what a proposal has, which has no picture yet. */
export function LetterIcon({ name, size = 44, ref }: LetterProps) {
  return (
    <span
      ref={ref}
      className="app-icon"
      style={{ width: size, height: size, fontSize: size * 0.44 }}
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

/** A letter of the same size stands there until the picture is needed, and until it has come. */
function Picture({ app, size = 44 }: Props) {
  const place = useRef<HTMLElement>(null);
  const seen = useSeen(app.id, place);
  if (!seen) return <LetterIcon name={app.name} size={size} ref={place} />;
  return <Fetched app={app} size={size} />;
}

function Fetched({ app, size = 44 }: Props) {
  const url = usePicture(app.id);
  if (!url) return <LetterIcon name={app.name} size={size} />;
  return <img className="app-icon" src={url} alt="" width={size} height={size} />;
}
