import { Button } from '@fluentui/react-components';
import { PersonCircleRegular } from '@fluentui/react-icons';
import { usePopupStyles } from './popupStyles.ts';
import { usePopup } from './usePopup.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const UserMenuList = lazyPart(() => import('./UserMenuList.tsx').then(module => module.UserMenuList));

/** Who is signed in, and what they can do about it. */
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
