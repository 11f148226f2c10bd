import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that keeps the messages it accepts, for tests of e-mails. */
export interface MailServer {
  /** The accepted messages as they were sent, oldest first. */
  mails: string[];
  /** Whether the next messages are refused. */
  refuses: boolean;
  /** The configuration of an Ops Portal server that sends through it. */
  config: {
    clientDir: undefined;
    baseUrl: string;
    secure: false;
    trustProxy: false;
    tracker: true;
    smtpUrl: string;
    mailFrom: string;
  };
  close: () => void;
}

/** Undoes the encoding of a message (quoted-printable) as far as tests need. */
export const plainMail = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', chunk => (text += String(chunk)));
      stream.on('end', () => {
        if (!mail.refuses) mail.mails.push(text);
        done(mail.refuses ? new Error('mailbox full') : null);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const mail: MailServer = {
    mails: [],
    refuses: false,
    config: {
      clientDir: undefined,
      baseUrl: 'http://localhost',
      secure: false,
      trustProxy: false,
      tracker: true,
      smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      mailFrom: 'Ops Portal <ops@ops.example>',
    },
    close: () => server.close(),
  };
  return mail;
}
