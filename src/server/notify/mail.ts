import { createTransport } from 'nodemailer';
import { plainText } from './template.ts';

/** Sends e-mails by SMTP, if a server is configured. */
export interface Mailer {
  /** @throws Error with the server's words */
  send: (message: MailMessage) => Promise<void>;
  close: () => void;
}

export interface MailMessage {
  to: string;
  /** The same at every try. */
  key: string;
  /** Rendered and escaped. */
  subject: string;
  body: string;
}

const WAIT_MILLIS = 10_000;

/** @param from sender address of messages */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WAIT_MILLIS,
    greetingTimeout: WAIT_MILLIS,
    socketTimeout: 2 * WAIT_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, host = 'ops-portal'] = from.replace(/>$/, '').split('@');
  return {
    send: async ({ to, key, subject, body }) => {
      await transport.sendMail({
        from,
        to,
        // A mailbox that gets it a second time knows it by this.
        messageId: `<${key}@${host}>`,
        subject: plainText(subject).replace(/\s+/g, ' '),
        text: plainText(body),
        html: `<div style="white-space: pre-wrap">${body}</div>`,
      });
    },
    close: () => transport.close(),
  };
}
