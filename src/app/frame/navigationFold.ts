import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

const KEY = 'ops-navigation';

const stored = (): boolean => {
  try {
    const text = localStorage.getItem(KEY);
    // Nothing chosen yet: a small laptop's width goes to the table.
    return text === null ? innerWidth < 1200 : text === 'folded';
  } catch {
    return false;
  }
};

/** Whether the navigation shows icons alone; remembered on this device once a person changed it. */
export function useNavigationFold(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [folded, setFolded] = useState(stored);
  const [first] = useState(folded);
  useEffect(() => {
    try {
      if (folded !== first || localStorage.getItem(KEY) !== null) {
        localStorage.setItem(KEY, folded ? 'folded' : 'open');
      }
    } catch {
      // Without storage it is asked by the width again next time.
    }
  }, [folded, first]);
  return [folded, setFolded];
}
