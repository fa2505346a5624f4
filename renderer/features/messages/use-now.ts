import { useEffect, useState } from 'react';

/** This machine's clock, every second: only for words such as «hace 4 min». */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
