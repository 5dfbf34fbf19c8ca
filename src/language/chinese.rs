//! Chinese.

use super::forms::{Asking, Chat, Knowledge, Routing, StatementWords};
use super::other;

/// The words of Chinese.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    routing: Routing {
        quantity: "谁是,是谁,哪里,在哪里,在哪,哪儿,什么地方",
        definition: "是什么,什么是,什么意思,什么叫",
        complex: "怎么办,如何申请,怎么申请,怎样申请,我可以,我能否,能不能,可不可以,是否可以,为什么,区别",
        keywords: "费用,价格,学费,日期,截止,期限,时长,数量,金额,最多,最少,工资,电话,地址,时间,年龄,有效期,折扣,押金",
        ..other::KNOWLEDGE.routing
    },
    small_talk: Chat {
        phrases: "\
            你好|您好|大家好|早上好|下午好|晚上好|晚安|谢谢|谢谢你|谢谢您|多谢|非常感谢|不客气|好的|好吧|明白了|知道了|再见|拜拜|你是谁|你是机器人吗|\
            你能做什么|我有一个问题|请问|可以帮我吗",
        fillers: "请问",
    },
    asking: Asking {
        time: "什么时候,何时,几时,哪一天,哪天,哪年,哪一年,几月,几号,什么日期,日期,截止日期,截止时间",
        hours: "几点,什么时间,开放时间,营业时间,办公时间,上班时间",
        duration: "多久,多长时间,多长,几天,几个月,几年,几周,几个小时,多少天,多少年,多少个月,需要多久",
        amount: "多少,几个,几人,多大,多高,多远,数量,比例,最多,最少,至少",
        telephone: "电话,电话号码",
        contact: "邮箱,电子邮件,联系方式",
        list: "哪些材料,什么材料,哪些文件,哪些条件,什么条件,要求,需要哪些",
        procedure: "如何,怎么,怎样,步骤,流程",
        assent: "是否,可以吗,能否,能不能,可不可以,是不是",
        definition: "是什么,什么是,什么意思",
        named: "",
        prices: "多少钱,费用,价格,学费,收费,花费,房租,价钱,工资多少,工资是多少,薪水多少,薪水是多少,月薪多少,多少工资",
        ..other::KNOWLEDGE.asking
    },
    statement: StatementWords {
        dates: "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月 星期 周一 周二 周三 周四 周五 月 日",
        clock: "点 上午 下午 中午 时 凌晨",
        numbers: "两个 三个 四个 五个 一半 十个",
        one: "一个 一年 一天",
        units_of_time: "天 日 周 月 年 小时 分钟 工作 个月 个工 学期 星期 个小 个星",
        currencies: "元 美元 欧元 人民 英镑 日元 万元 块",
        free: "免费 免收",
        deeds: "申请 填写 点击 选择 提交 上传 签字 支付 联系",
        assents: "可以 不可 必须 允许 不得 应当 需要 不能",
        meanings: "是指 指的 称为",
        ..other::KNOWLEDGE.statement
    },
    ..other::KNOWLEDGE
};
