export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'accent';

/** A coloured dot, and in words what it means. */
export function Dot({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={`dot ${tone}`} title={text}>
      <span className="hidden-text">{text}</span>
    </span>
  );
}

export function Tag({ tone = 'plain', children }: { tone?: Tone; children: React.ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}
