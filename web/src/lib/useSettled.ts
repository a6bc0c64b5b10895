import { useEffect, useState } from 'react';

/** A text as it was when nobody had changed it for a moment: each letter would be a request. */
export function useSettled(text: string, wait = 500): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), wait);
    return () => clearTimeout(timer);
  }, [text, wait]);
  return settled;
}
