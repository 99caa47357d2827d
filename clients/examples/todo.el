;;; A to-do list in Emacs: emacs -Q --batch -l todo.el tasks.sqlite  -*- lexical-binding: t -*-

;; jsonrpc.el comes with Emacs (27 and later) and frames messages as language servers do; objwire answers in kind.
;; Needs objwire on the path.

(require 'jsonrpc)
(require 'seq)
(require 'subr-x)

(setq coding-system-for-write 'utf-8)

(let* ((store (or (pop command-line-args-left) "tasks.sqlite"))
       (events 0)
       (objwire
        (jsonrpc-process-connection
         :name "objwire"
         :events-buffer-scrollback-size 0
         :notification-dispatcher (lambda (_connection method _params)
                                    (when (eq method 'context.didSave) (setq events (1+ events))))
         :process (make-process
                   :name "objwire" :command (list "objwire" "serve" "--store" store)
                   :connection-type 'pipe :coding 'utf-8-unix :noquery t
                   :stderr (get-buffer-create "*objwire errors*"))))
       (add (lambda (text date)
              (jsonrpc-request objwire :task.add `(:values (:taskDescription ,text :date ,date))))))
  (jsonrpc-request objwire :initialize
                   `(:processId ,(emacs-pid) :clientInfo (:name "todo.el") :capabilities (:didSave t)))
  (jsonrpc-notify objwire :initialized nil)
  (funcall add "Buy milk" "2026-12-01T09:00:00Z")
  (funcall add "Call the café" "2026-12-02T10:00:00Z")
  (jsonrpc-request objwire :context.save nil)
  (let ((found (jsonrpc-request
                objwire :task.fetch
                '(:predicate "finished == NO AND taskDescription CONTAINS[cd] %@" :arguments ["CAFE"]
                  :sort ["date"]))))
    (seq-doseq (task (plist-get found :objects))
      (princ (format "%s %s\n" (plist-get task :date) (plist-get task :taskDescription)))
      (jsonrpc-request objwire :task.update
                       `(:uuid ,(plist-get task :uuid) :values (:finished t) :save t))))
  (condition-case failure
      (jsonrpc-request objwire :task.fetch '(:predicate "finishd == NO"))
    (jsonrpc-error
     (let ((data (alist-get 'jsonrpc-error-data (cdr failure))))
       (princ (format "%s: did you mean %s?\n" (plist-get data :kind) (plist-get data :nearest))))))
  (princ (format "%d to do, %d saves seen\n"
                 (plist-get (jsonrpc-request objwire :task.count '(:predicate "finished == NO")) :count)
                 events))
  (jsonrpc-request objwire :shutdown nil)
  (jsonrpc-notify objwire :exit nil))
