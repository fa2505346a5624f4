import { useState } from 'react';
import { useAccounts } from '../link/session-context.tsx';
import { FirstRun } from './first-run/first-run.tsx';
import { Frame } from './frame/frame.tsx';
import { SelectionProvider } from './selection/selection-context.tsx';

/** First run until there is an account; then the frame, with a selection of its own for every account. */
export function App() {
  const accounts = useAccounts();
  const [connecting, setConnecting] = useState(false);
  if (accounts === null) return null;
  if (accounts.activeId === null) return <FirstRun onBack={null} />;
  if (connecting) return <FirstRun onBack={() => setConnecting(false)} />;
  return (
    <SelectionProvider key={accounts.activeId}>
      <Frame onConnect={() => setConnecting(true)} />
    </SelectionProvider>
  );
}
