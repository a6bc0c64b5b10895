import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, ok } from '~/api/client';

/** A picture cannot show a token, so it is fetched; pictures are not counted by any limit. */
function usePicture(appId: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['favicon', appId],
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

/** `name` is what a proposal has, which has no picture yet. */
export function LetterIcon({ name, size = 44 }: { name: string; size?: number }) {
  return (
    <span
      className="app-icon"
      style={{ width: size, height: size, fontSize: size * 0.44 }}
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

function Picture({ app, size = 44 }: Props) {
  const url = usePicture(app.id);
  if (!url) return <LetterIcon name={app.name} size={size} />;
  return <img className="app-icon" src={url} alt="" width={size} height={size} />;
}
