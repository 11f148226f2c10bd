import { Component, type ReactNode } from 'react';
import { reportError } from './monitoring.ts';

/**
 * The outermost error boundary: for an error that no page caught, it shows a plain message that depends on nothing else
 * in the program.
 */
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
