"""Words by which the end of a mail is known: how to stop it, and what the law wants said."""

STOP = (
    "unsubscribe",
    "opt[ -]?out",
    r"stop (?:\w+ ){0,2}(?:e-?)?mails?",
    "(?:email|mail|notification|communication) (?:preferences|settings)",
    "manage (?:your )?(?:pref|subsc|notif)",
    "no longer (?:want|wish)",
    "abmelden|abbestell",
    "désabonn|désinscri",
    "cancelar (?:la |mi |a )?(?:suscri|subscri|inscri)|darse de baja",
    "cancella(?:re)? (?:l['’ ])?iscri|disiscri|annulla l['’]iscrizione",
    "afmelden|uitschrijven",
    "avregistrera|avsluta prenum|afmeld|meld deg av|peruuta tilaus",
    "wypisz|zrezygnuj|odhlásit|leiratkoz|dezabon",
    "отписаться|відписатися|απεγγραφή|abonelikten",
    "退订|取消订阅|取消訂閱|配信停止|登録解除|수신거부",
    "إلغاء الاشتراك|הסרה? מרשימ",
)
LEGAL = (
    r"©|\(c\) ?20\d\d",
    "all rights reserved|alle rechte vorbehalten|tous droits réservés",
    "privacy (?:policy|notice)|datenschutz|impressum|terms (?:of|and) ",
    "registered (?:office|in|trademark)|company (?:number|no)",
    "you(?:['’]re| are)? (?:receiving|received|getting|got) (?:this|these)",
    "received this|was (?:sent|intended|delivered) (?:to|for)|sent (?:to you )?by",
    "do not reply|don['’]t reply|automat(?:ed|isch|ically)",
    "confidential|intended (?:solely|only) for|before printing this",
    "请勿回复|送信専用",
)
WEB_VERSION = (
    "view (?:this |it )?(?:email |message |mail )?(?:in|on) (?:your |a )?(?:web )?browser",
    "web version|trouble (?:viewing|reading)|can['’]t (?:see|read) this",
    "im browser|version en ligne|navigateur|en (?:el|tu|su) navegador|nel browser",
)
