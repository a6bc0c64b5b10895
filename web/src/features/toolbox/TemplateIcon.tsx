import type { Template } from './queries';

const hueOf = (id: string): number =>
  [...id].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 360, 7);

/** Its own sign, or a letter on a colour that follows from its id. */
export function TemplateIcon({ template }: { template: Template }) {
  const { id, icon, name } = template;
  return (
    <span
      className="app-icon template-icon"
      style={icon ? undefined : { background: `hsl(${hueOf(id)} 45% 36%)`, color: '#fff' }}
      aria-hidden
    >
      {icon || name.slice(0, 1).toUpperCase()}
    </span>
  );
}
