import { Field, FieldContextProvider, type FieldProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';

interface FieldGroupProps extends Omit<FieldProps, 'children' | 'className'> {
  className?: string;
  children: ReactNode;
}

/**
 * A field with several controls: its label names the group, its hint and message describe the group, and each control
 * has an id and a label of its own.
 */
export function FieldGroup({ className, children, ...field }: FieldGroupProps) {
  return (
    <Field {...field}>
      {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place for the field's label
        <div id={id} className={className} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
          {/* A field gives its own id, label and message to every control inside it. */}
          <FieldContextProvider value={undefined}>{children}</FieldContextProvider>
        </div>
      )}
    </Field>
  );
}
