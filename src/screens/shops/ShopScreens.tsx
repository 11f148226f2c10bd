import type { ReactNode } from 'react';
import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { BuildingShopRegular, CloudOffRegular, MoneyCalculatorRegular } from '@fluentui/react-icons';
import { useNavigate, useParams } from '@tanstack/react-router';
import { LIST_MOST } from '../../contract/common.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { currencyOf } from '../../domain/currency.ts';
import { amountText } from '../../domain/rates/money.ts';
import {
  chargeText,
  feesOfShop,
  type GroupFacts,
  type RuleFacts,
  type ShopFacts,
  type TypeFacts,
} from '../../domain/shopFees.ts';
import { STATUS } from '../../domain/permission.ts';
import { wholeNumber } from '../../domain/wholeNumber.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { freshnessSentence } from '../../ui/list/freshness.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { pageOf } from '../page/pageOf.ts';
import { sourceOf } from '../resource/source.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { RoutedList } from '../shared/RoutedList.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { SHOP_TABS, shopHref } from './paths.ts';

function Framed({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  const { can } = useUi();
  return (
    <TabbedPage
      title="Actual Shipping Fee"
      label="Actual Shipping Fee pages"
      tabs={SHOP_TABS.filter(({ feature }) => can(feature))}
      current={shop.page.path}
      aside={aside}
    >
      {children}
    </TabbedPage>
  );
}

const page = pageOf(shop, {
  leads: [
    {
      id: 'fees',
      label: 'Type, Group and Rules',
      icon: <MoneyCalculatorRegular />,
      href: row => shopHref(row['shopId']),
    },
  ],
});

/** Shops, each linked to its page (RULE-3, RULE-4). */
export const ShopsScreen = () => (
  <Framed>
    <RoutedList definition={page.list} untitled creates />
  </Framed>
);

const useStyles = makeStyles({
  body: { flex: '1 1 auto', minHeight: 0, overflow: 'auto', paddingBottom: tokens.spacingVerticalL },
  heading: {
    margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  why: { color: tokens.colorNeutralForeground2 },
  below: { display: 'block', color: tokens.colorNeutralForeground2 },
  room: { overflowX: 'auto' },
});

const NO_FILTERS: Row = {};
const SHOP = sourceOf(shop, 'shop.one');
const TYPES = sourceOf(shopType, 'shop.types');
const GROUPS = sourceOf(shopGroup, 'shop.groups');
const RULES = sourceOf(shippingFeeRule, 'shop.rules');

const useAll = (source: ListSource<Row, Row>, filters: Row = NO_FILTERS) => {
  const data = useList<Row, Row>(source, filters, 1, LIST_MOST);
  return { data, rows: data.rows.filter(({ pending }) => pending?.effect !== 'delete').map(({ row }) => row) };
};

/** A shop's page: which type, group and rules apply to it and why, based on the records on this device (RULE-6). */
export const ShopScreen = () => (
  <Framed aside={<HistoryButton path={shop.page.path} code={shop.feature} />}>
    <ShopBody />
  </Framed>
);

function ShopBody() {
  const { can } = useUi();
  return can(shippingFeeRule.feature) ? <ShopWithRules /> : <ShopFactsBody rules={null} />;
}

function ShopWithRules() {
  return <ShopFactsBody rules={useAll(RULES)} />;
}

/** @param rules null if the person may not see fee rules */
function ShopFactsBody({ rules }: { rules: ReturnType<typeof useAll> | null }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const navigate = useNavigate();
  const { entity } = useSync();
  const { online, timeZone } = useUi();
  const now = useNow();
  const { shopId: text = '' } = useParams({ strict: false }) as { shopId?: string };
  const shopId = wholeNumber(text);
  const one = useAll(SHOP, { shopId: shopId ?? 0 });
  const types = useAll(TYPES);
  const groups = useAll(GROUPS);
  const all = [one, types, groups, ...(rules ? [rules] : [])].map(({ data }) => data);
  const failed = all.find(({ status }) => status === 'error');
  const own = one.rows.find(row => row['shopId'] === shopId);
  const back = <Button onClick={() => void navigate({ to: shop.page.path })}>Show all shops</Button>;
  if (failed)
    return (
      <EmptyState
        urgent
        icon={<CloudOffRegular />}
        title={
          online
            ? 'The shop could not be loaded'
            : 'You are offline, and this country’s shops are not on this device yet'
        }
        hint={failed.problem ?? ''}
      >
        <Button onClick={failed.refetch}>Retry</Button>
      </EmptyState>
    );
  if (all.some(({ status }) => status !== 'ready')) return <Spinner label="Loading the shop" />;
  if (!own)
    return (
      <EmptyState
        icon={<BuildingShopRegular />}
        title={shopId === null ? `"${text}" is not a Shop ID` : `This country has no shop ${shopId}`}
        hint={
          shopId === null
            ? 'A Shop ID is a whole number, such as 700001.'
            : 'It may have been deleted, or it may belong to another country.'
        }
      >
        {back}
      </EmptyState>
    );
  const {
    type,
    group,
    countsAs,
    rules: applied,
  } = feesOfShop(own as unknown as ShopFacts, {
    types: types.rows as unknown as TypeFacts[],
    groups: groups.rows as unknown as GroupFacts[],
    rules: (rules?.rows ?? []) as unknown as RuleFacts[],
  });
  const money = (fee: number) => `${currencyOf(entity)} ${amountText(BigInt(fee), currencyOf(entity))}`;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>
        {String(own['shopId'])} {String(own['name'])}
      </h2>
      <p className={styles.quiet}>
        {own['status'] === STATUS.normal ? '' : 'This shop is disabled. '}
        {freshnessSentence({ ...one.data, online }, now, timeZone)}
      </p>
      <h3 className={styles.heading}>Type and group</h3>
      <dl className={facts.facts}>
        <dt className={facts.term}>Shop Type</dt>
        <dd className={facts.fact}>
          {type.record ? `${type.record.shopType} ${type.record.name}, of channel ${type.record.channelId}` : 'None'}
          <span className={styles.below}>{type.why}</span>
        </dd>
        <dt className={facts.term}>Shop Group</dt>
        <dd className={facts.fact}>
          {group.record ? `${group.record.groupId} ${group.record.name}` : 'default'}
          <span className={styles.below}>{group.why}</span>
        </dd>
      </dl>
      <h3 className={styles.heading}>Shipping fee rules, by channel</h3>
      {rules === null ? (
        <EmptyState
          title="You may not see shipping fee rules"
          hint={`They require ${shippingFeeRule.feature}.read, which an administrator can grant.`}
        />
      ) : applied.length === 0 ? (
        <EmptyState
          title="No channel of this country has a shipping fee rule"
          hint="Every channel charges the fee of its rate. Create rules on the page Fee Rules."
        />
      ) : (
        <div className={styles.room}>
          <table className={facts.table} aria-label="Rules that apply">
            <FactHead labels={['Channel', 'Rule of', 'Charges', 'Why']} />
            <tbody>
              {applied.map(({ channelId, name, rule, why }) => (
                <tr key={channelId}>
                  <td className={facts.cell}>
                    <PageLink
                      href={`${shippingFeeRule.page.path}?q=${encodeURIComponent(JSON.stringify({ channelId }))}`}
                      label={`Rules of channel ${channelId} ${name}`}
                    >
                      {channelId} {name}
                    </PageLink>
                  </td>
                  <td className={facts.cell}>
                    {rule === null ? (
                      <Tag>None</Tag>
                    ) : (
                      <Tag tone={rule.shopGroup === countsAs ? 'success' : 'warning'}>
                        {rule.shopGroup === 0
                          ? 'default'
                          : rule.shopGroup === -1
                            ? 'fallback'
                            : `group ${rule.shopGroup}`}
                      </Tag>
                    )}
                  </td>
                  <td className={facts.cell}>{chargeText(rule, money)}</td>
                  <td className={mergeClasses(facts.cell, styles.why)}>{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
