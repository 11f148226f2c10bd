import { Component, type ReactNode } from 'react';
import { reportError } from './monitoring.ts';

/** The outermost error boundary: if no page catches an error, shows a plain message that depends on no other code. */
export class CrashBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError('render', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="crash" role="alert">
        <h1>Ops Portal stopped working</h1>
        <p>An unexpected error occurred. Your changes are saved on this device; reload the page to continue.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
