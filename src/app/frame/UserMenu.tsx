import { Button } from '@fluentui/react-components';
import { PersonCircleRegular } from '@fluentui/react-icons';
import { usePopupStyles } from './popupStyles.ts';
import { usePopup } from './usePopup.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const UserMenuList = lazyPart(() => import('./UserMenuList.tsx').then(module => module.UserMenuList));

/** Shows who is signed in and the actions for their account. */
export function UserMenu() {
  const popup = usePopupStyles();
  const { open, toggle, close, rootRef } = usePopup();
  return (
    <div className={popup.root} ref={rootRef}>
      <Button
        appearance="subtle"
        icon={<PersonCircleRegular />}
        aria-label="User menu"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={toggle}
      />
      {open && <UserMenuList onClose={close} />}
    </div>
  );
}
